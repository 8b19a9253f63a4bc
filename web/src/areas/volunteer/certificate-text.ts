import { listOrganizationLines } from "#rules/donation-documents.ts";
import type { HoursCertificate } from "#data/volunteer-event-registrations/queries.ts";
import { longDate, timeRange } from "#lib/format.ts";
import type { PrintedDocumentProps } from "#ui/documents/printed-document.tsx";

const formatDay = (date: string) => longDate(`${date}T00:00Z`, "UTC");
const formatHours = (hours: number) => `${hours.toFixed(1)} hours`;

const confirmationText = (certificate: HoursCertificate, year: string | null): string => {
  const { organization, volunteerName, shifts, totalHours } = certificate;
  const organizationName = organization?.name ?? "The organization";
  const shiftCount = shifts.length === 1 ? "1 shift" : `${shifts.length} shifts`;
  const yearPhrase = year === null ? "" : ` in ${year}`;
  return `${organizationName} confirms that ${volunteerName} volunteered ${formatHours(totalHours)} in ${shiftCount}${yearPhrase}.`;
};

/** Returns the certificate's text. Hours have one decimal, as on the dashboard. */
export const createCertificateText = (
  certificate: HoursCertificate,
  year: string | null,
): Omit<PrintedDocumentProps, "children"> => ({
  title: `Certificate of volunteer hours${year === null ? "" : ` ${year}`}`,
  organization: listOrganizationLines(certificate),
  issuedLine: `Issued ${formatDay(certificate.issuedOn)}`,
  recipient: [certificate.volunteerName],
  columns: ["Shift", "Hours"],
  rows: certificate.shifts.map(({ id, eventType, date, startTime, endTime, address, hours }) => ({
    id,
    date: `${formatDay(date)}, ${eventType}`,
    note: `${timeRange(startTime, endTime)}, ${address}`,
    amount: hours.toFixed(1),
  })),
  total: certificate.totalHours.toFixed(1),
  sentences: [
    confirmationText(certificate, year),
    "Hours are counted from the start to the end of each shift and are confirmed afterward.",
  ],
});
