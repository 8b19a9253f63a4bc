import type { DonorSegment, StatementWay } from "#contracts/choices.ts";
import { donationEndpoints } from "#contracts/donations.ts";
import { formatFullName } from "#rules/names.ts";
import { usePossibleDuplicates } from "#data/dismissed-duplicates/mutations.ts";
import { type Donor, donors } from "#data/donors/resource.ts";
import { AddButton } from "#kit/lists/add-button.tsx";
import type { Column } from "#kit/lists/list-table.tsx";
import type { Filter } from "#kit/lists/list-toolbar.tsx";
import { RecordList } from "#kit/lists/record-list.tsx";
import { NEW_RECORD_ID } from "#kit/lists/use-opened-record.ts";
import { money, number } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { ShortDate } from "#lib/time/dates.tsx";
import { useToday } from "#lib/time/use-today.ts";
import { WithFigures } from "#admin/with-figures.tsx";
import { DuplicatesNotice } from "#admin/merges/duplicates-notice.tsx";
import { DonorLink } from "./donor-link.tsx";
import { usePrinting } from "./print-button.tsx";

const COLUMNS: readonly Column<Donor>[] = [
  {
    name: "lastName",
    header: "Donor",
    cell: (donor) => <DonorLink id={donor.id}>{formatFullName(donor)}</DonorLink>,
  },
  { name: "email", header: "Email", cell: ({ email }) => email, isWideOnly: true },
  {
    name: "totalAmount",
    header: "Total",
    align: "right",
    cell: ({ totalAmount }) => money(Number(totalAmount)),
  },
  {
    name: "donationCount",
    header: "Donations",
    align: "right",
    cell: ({ donationCount, isRecurring }) => (
      <>
        {number(donationCount)}
        <span className="@4xl:hidden"> {donationCount === 1 ? "donation" : "donations"}</span>
        {isRecurring && (
          <>
            <span className="@4xl:hidden">, </span>
            <span className="quiet text-sm @4xl:block">monthly</span>
          </>
        )}
      </>
    ),
  },
  {
    name: "lastDonationDate",
    header: "Last donation",
    cell: ({ lastDonationDate }) => (
      <span className="whitespace-nowrap">
        {lastDonationDate === null ? "–" : <ShortDate moment={lastDonationDate} />}
      </span>
    ),
  },
];

const SEGMENTS: Readonly<Record<DonorSegment, string>> = {
  lybunt: "Gave last year, not this year",
  lapsed_monthly: "Stopped giving monthly",
  first_gift_this_month: "First gift this month",
  no_email: "No email address",
  anniversary_this_week: "Anniversary of first gift this week",
  no_donations: "No donation yet",
};

const STATEMENT_WAYS: Readonly<Record<StatementWay, string>> = {
  by_email: "by email",
  to_print: "to print",
  no_address: "no address",
};

const buildFilters = (year: number): readonly Filter[] => [
  { name: "segment", label: "Group", options: SEGMENTS },
  {
    name: "noStatement",
    label: "No statement yet",
    options: Object.fromEntries(
      [year, year - 1].flatMap((ofYear) =>
        Object.entries(STATEMENT_WAYS).map(([way, label]) => [
          `${ofYear}_${way}`,
          `No statement for ${ofYear} yet: ${label}`,
        ]),
      ),
    ),
  },
  { name: "minTotal", label: "Gave at least", options: "dollars" },
];

const PRINTING = {
  endpoint: "GET /api/donors-consolidated",
  kinds: ["statements", "receipts", "letters", "labels"],
  caption: "donors",
} as const;

/** Lists the donors who gave or were entered. A search also finds those whose donations never counted. */
export const Donors = () => {
  const { renderPrintButton, printDialog } = usePrinting(PRINTING);
  return (
    <WithFigures
      figures={
        <DuplicatesNotice
          query={usePossibleDuplicates()}
          to={paths.dashboard("donations", "duplicates")}
        />
      }
    >
      <RecordList
        pluralNoun="donors"
        list={donationEndpoints.listConsolidatedDonors.list}
        resource={donors}
        filters={buildFilters(Number(useToday().slice(0, 4)))}
        exportEndpoint="GET /api/donors-consolidated/export"
        columns={COLUMNS}
        narrowRowStyle="ledger"
        nameOf={formatFullName}
        renderTools={({ list, rows = [] }) => rows.length > 0 && renderPrintButton(list)}
        renderListActions={() => (
          <AddButton
            label="Add a donor"
            to={paths.dashboard("donations", "donors", NEW_RECORD_ID)}
          />
        )}
        renderBulkActions={(rows, _clear, list) =>
          renderPrintButton(
            list,
            rows.map(({ id }) => id),
          )
        }
      />
      {printDialog}
    </WithFigures>
  );
};
