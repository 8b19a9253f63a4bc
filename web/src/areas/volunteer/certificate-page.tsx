import { useSearchParams } from "react-router-dom";
import {
  type HoursCertificate,
  useHoursCertificate,
} from "#data/volunteer-event-registrations/queries.ts";
import { paths } from "#lib/paths.ts";
import type { VolunteerAuthRecord } from "#lib/session/session.ts";
import { useTitle } from "#lib/use-title.ts";
import { Notice } from "#ui/messages/notice.tsx";
import { DocumentFrame } from "#ui/documents/document-frame.tsx";
import { PrintedDocument } from "#ui/documents/printed-document.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { EmptyState } from "#ui/states.tsx";
import { createCertificateText } from "./certificate-text.ts";
import { useLogOutIfClosed } from "./use-log-out-if-closed.ts";

const TITLE = "Certificate of volunteer hours";

/** Schools and employers require a signature. */
const Signature = () => (
  <dl className="mt-14 grid grid-cols-2 gap-8 text-sm">
    {["For the organization: name and signature", "Date"].map((line) => (
      <div key={line} className="border-base-content border-t pt-1.5">
        <dt>{line}</dt>
      </div>
    ))}
  </dl>
);

const isEmpty = ({ shifts, handedIn }: HoursCertificate): boolean =>
  shifts.length + handedIn.length === 0;

const Certificate = ({
  certificate,
  year,
}: {
  readonly certificate: HoursCertificate;
  readonly year: string | null;
}) => {
  if (isEmpty(certificate)) {
    return (
      <EmptyState title={year ? `No confirmed hours in ${year}` : "No confirmed hours yet"}>
        Hours count once a shift is over and our team has confirmed them. Then they appear here,
        ready to print.
      </EmptyState>
    );
  }
  return (
    <>
      {certificate.organization === null && (
        <div className="mb-5 print:hidden">
          <Notice tone="info" title="The organization's details are missing">
            Our team hasn't entered the organization's name, address and EIN yet, so they aren't on
            this page. Please ask us for them before you turn in the certificate.
          </Notice>
        </div>
      )}
      <PrintedDocument {...createCertificateText(certificate, year)}>
        <Signature />
      </PrintedDocument>
    </>
  );
};

const YearChoice = ({
  years,
  year,
  onYearChange,
}: {
  readonly years: readonly number[];
  readonly year: string | null;
  readonly onYearChange: (year: string) => void;
}) => (
  <SelectField
    label="Year"
    value={year ?? ""}
    onValue={onYearChange}
    className="mb-6 max-w-48 print:hidden"
  >
    <option value="">All years</option>
    {years.map((option) => (
      <option key={option} value={option}>
        {option}
      </option>
    ))}
  </SelectField>
);

/** Keeps the year in the URL, so that it can be bookmarked and survives a reload. */
const CertificatePage = ({ volunteer }: { readonly volunteer: VolunteerAuthRecord }) => {
  useTitle(TITLE);
  const [searchParams, setSearchParams] = useSearchParams();
  const requestedYear = searchParams.get("year");
  const year = requestedYear !== null && /^20\d\d$/.test(requestedYear) ? requestedYear : null;
  const query = useHoursCertificate(volunteer.id, year);
  useLogOutIfClosed(query.error);
  return (
    <div className="mx-auto max-w-3xl">
      <DocumentFrame
        title={TITLE}
        backLink={{ to: paths.volunteerDashboard(), label: "Back to your dashboard" }}
        query={query}
        isPrintable={query.data === undefined || !isEmpty(query.data)}
      >
        {(certificate) => (
          <>
            <YearChoice
              years={addYear(certificate.years, year)}
              year={year}
              onYearChange={(newYear) =>
                setSearchParams(newYear ? { year: newYear } : {}, { replace: true })
              }
            />
            <Certificate certificate={certificate} year={year} />
          </>
        )}
      </DocumentFrame>
    </div>
  );
};

/** Adds the year from the URL even if it has no hours, so that the select can show it. */
const addYear = (years: readonly number[], year: string | null): readonly number[] =>
  year === null || years.includes(Number(year))
    ? years
    : [...years, Number(year)].toSorted((left, right) => right - left);

export default CertificatePage;
