import { listOrganizationLines } from "#rules/donation-documents.ts";
import type { HoursCertificate } from "#data/volunteer-event-registrations/queries.ts";
import { longDate, timeRange } from "#lib/format.ts";
import type { PrintedDocumentProps } from "#ui/documents/printed-document.tsx";

const formatDay = (date: string) => longDate(`${date}T00:00Z`, "UTC");
const formatHours = (hours: number) => `${hours.toFixed(2)} hours`;

const confirmationText = (certificate: HoursCertificate, year: string | null): string => {
  const { organization, volunteerName, shifts, shiftHours, handedInHours, totalHours } =
    certificate;
  const organizationName = organization?.name ?? "The organization";
  const shiftCount = shifts.length === 1 ? "1 shift" : `${shifts.length} shifts`;
  const yearPhrase = year === null ? "" : ` in ${year}`;
  if (handedInHours === 0) {
    return `${organizationName} confirms that ${volunteerName} volunteered ${formatHours(totalHours)} in ${shiftCount}${yearPhrase}.`;
  }
  const seenHours = shifts.length === 0 ? "" : `${formatHours(shiftHours)} in ${shiftCount}, and `;
  return `${organizationName} confirms that ${volunteerName} volunteered ${formatHours(totalHours)}${yearPhrase}: ${seenHours}${formatHours(handedInHours)} outside shifts, which were handed in and approved.`;
};

/**
 * Returns the certificate's text. Hours have two decimals, so that the rows add up. The hours that were handed in follow
 * those of shifts, and say so.
 */
export const createCertificateText = (
  certificate: HoursCertificate,
  year: string | null,
): Omit<PrintedDocumentProps, "children"> => ({
  title: `Certificate of volunteer hours${year === null ? "" : ` ${year}`}`,
  organization: listOrganizationLines(certificate),
  issuedLine: `Issued ${formatDay(certificate.issuedOn)}`,
  recipient: [certificate.volunteerName],
  columns: ["Shift", "Hours"],
  rows: [
    ...certificate.shifts.map(({ id, eventType, date, startTime, endTime, address, hours }) => ({
      id,
      date: `${formatDay(date)}, ${eventType}`,
      note: `${timeRange(startTime, endTime)}, ${address}`,
      amount: hours.toFixed(2),
    })),
    ...certificate.handedIn.map(({ id, activity, date, hours }) => ({
      id,
      date: `${formatDay(date)}, ${activity}`,
      note: "Outside shifts: handed in and approved",
      amount: hours.toFixed(2),
    })),
  ],
  total: certificate.totalHours.toFixed(2),
  sentences: [
    confirmationText(certificate, year),
    `The hours of a shift are those that the volunteer was there, which our team confirms afterward.`,
    `Volunteer since ${formatDay(certificate.since)}.`,
  ],
});
