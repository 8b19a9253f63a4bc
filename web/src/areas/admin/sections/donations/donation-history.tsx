import { donationEndpoints } from "#contracts/donations.ts";
import { DONATION_METHOD } from "#rules/donation-methods.ts";
import { getDedicationLabel } from "#rules/dedication.ts";
import { formatFullName } from "#rules/names.ts";
import { type AdminDonation, donations } from "#data/donations/resource.ts";
import { labelsOf } from "#kit/lists/status-badge.tsx";
import { ShortDay, useTimeZone } from "#lib/time/dates.tsx";
import { money } from "#lib/format.ts";
import { AddButton } from "#kit/lists/add-button.tsx";
import type { Column } from "#kit/lists/list-table.tsx";
import { listPeriods } from "#kit/lists/periods.ts";
import { RecordLink } from "#kit/lists/record-link.tsx";
import type { Filter } from "#kit/lists/list-toolbar.tsx";
import { RecordList } from "#kit/lists/record-list.tsx";
import { useIsPhone } from "#kit/lists/use-is-phone.ts";
import { NEW_RECORD_ID } from "#kit/lists/use-opened-record.ts";
import { paths } from "#lib/paths.ts";
import { Notice } from "#ui/messages/notice.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { DonationRecordDialog } from "./donation-record.tsx";
import {
  DONATION_STATUS,
  DonationStatus,
  getRefundedAmount,
  getRefundWord,
  MONEY_FILTER,
  useIsLive,
} from "./donation-status.tsx";
import { DonationSums } from "./donation-sums.tsx";
import { usePrinting } from "./print-button.tsx";

const FILTERS: readonly Filter[] = [
  { name: "isRecurring", label: "Type", options: { false: "One-time", true: "Monthly" } },
  {
    name: "status",
    label: "Status",
    emptyLabel: "Paid and pending",
    options: { all: "All statuses", ...labelsOf(DONATION_STATUS) },
  },
  { name: "method", label: "Method", options: DONATION_METHOD },
  { name: "from", label: "From", options: "day" },
  { name: "to", label: "To", options: "day" },
  MONEY_FILTER,
];

const COLUMNS: readonly Column<AdminDonation>[] = [
  {
    name: "lastName",
    header: "Donor",
    cell: ({ id, firstName, lastName, inHonorOf, isMemorial, isAnonymous }) => (
      <>
        <RecordLink param="donation" id={id} className="break-words @4xl:whitespace-nowrap">
          {formatFullName({ firstName, lastName })}
        </RecordLink>
        <span className="quiet text-sm @max-4xl:hidden">
          {isAnonymous && <span className="block">Anonymous on the website</span>}
          {inHonorOf && (
            <span className="block">
              {getDedicationLabel(isMemorial)} {inHonorOf}
            </span>
          )}
        </span>
      </>
    ),
  },
  { name: "email", header: "Email", cell: ({ email }) => email, isWideOnly: true },
  {
    name: "amount",
    header: "Amount",
    align: "right",
    cell: (donation) => (
      <>
        {money(donation.amount)}
        <span className="quiet text-sm whitespace-nowrap @max-4xl:hidden">
          {donation.feeCovered > 0 && (
            <span className="block">{money(donation.feeCovered)} fee covered</span>
          )}
          {getRefundedAmount(donation) > 0 && (
            <span className="block">
              {money(getRefundedAmount(donation))} {getRefundWord(donation)}
            </span>
          )}
        </span>
      </>
    ),
  },
  {
    name: "type",
    header: "Type",
    cell: ({ isRecurring, method, reference }) => (
      <>
        <span className="whitespace-nowrap">{isRecurring ? "Monthly" : "One-time"}</span>
        {method !== "online" && (
          <span className="quiet block text-sm">
            {DONATION_METHOD[method]} {reference}
          </span>
        )}
      </>
    ),
  },
  {
    name: "createdAt",
    header: "Date",
    cell: (donation) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 @max-4xl:justify-end">
        <span className="whitespace-nowrap">
          <ShortDay day={donation.givenOn} />
        </span>
        <DonationStatus {...donation} />
      </span>
    ),
  },
];

/** Adds a choice of common periods before the two date fields. */
const buildFilters = (timeZone: string): readonly Filter[] => [
  ...FILTERS.slice(0, 3),
  { name: "period", label: "Period", options: listPeriods(Date.now(), timeZone) },
  ...FILTERS.slice(3),
];

/**
 * Before payments are live, one notice says that donations are demos. Once payments are live, demo rows are rare, so
 * each has its own note instead.
 */
const DemoNotice = ({ rows }: { readonly rows: readonly AdminDonation[] }) =>
  !useIsLive() &&
  rows.some(({ isDemo }) => isDemo) && (
    <div className="mb-4 max-sm:mt-4 max-sm:mb-0">
      <Notice tone="info">
        These are demo donations: no card was charged, and they won't count once real payments
        start.
      </Notice>
    </div>
  );

const PRINTING = {
  endpoint: "GET /api/donations",
  kinds: ["receipts"],
  caption: "donations",
} as const;

export const DonationHistory = () => {
  const { renderPrintButton, printDialog } = usePrinting(PRINTING);
  const isPhone = useIsPhone();
  return (
    <section className="card-box p-4 sm:p-6" aria-labelledby="history-title">
      <SectionHeading id="history-title" className="mb-4">
        Donation History
      </SectionHeading>
      <RecordList
        pluralNoun="donations"
        list={donationEndpoints.listDonations.list}
        resource={donations}
        exportEndpoint="GET /api/donations/export"
        filters={buildFilters(useTimeZone())}
        columns={COLUMNS}
        narrowRowStyle="ledger"
        nameOf={formatFullName}
        renderTools={({ list, rows = [] }) => rows.length > 0 && renderPrintButton(list)}
        renderListActions={() => (
          <AddButton label="Add a donation" to={paths.dashboard("donations", NEW_RECORD_ID)} />
        )}
        renderBulkActions={(rows, _clear, list) =>
          renderPrintButton(
            list,
            rows.map(({ id }) => id),
          )
        }
        renderAbove={({ rows = [] }) => !isPhone && <DemoNotice rows={rows} />}
        renderBelow={({ list, rows = [] }) => (
          <>
            <DonationSums list={list} />
            {isPhone && <DemoNotice rows={rows} />}
          </>
        )}
      />
      <DonationRecordDialog />
      {printDialog}
    </section>
  );
};
