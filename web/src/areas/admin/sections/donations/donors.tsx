import type { DonorSegment } from "#contracts/choices.ts";
import { donationEndpoints } from "#contracts/donations.ts";
import { formatFullName } from "#rules/names.ts";
import { type Donor, donors } from "#data/donors/resource.ts";
import type { Column } from "#kit/lists/list-table.tsx";
import type { Filter } from "#kit/lists/list-toolbar.tsx";
import { RecordList } from "#kit/lists/record-list.tsx";
import { money, number } from "#lib/format.ts";
import { ShortDate } from "#lib/time/dates.tsx";
import { DonorLink } from "./donor-link.tsx";

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
        {isRecurring && <span className="quiet block text-sm">monthly</span>}
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

const FILTERS: readonly Filter[] = [
  { name: "segment", label: "Group", options: SEGMENTS },
  { name: "minTotal", label: "Gave at least", options: "dollars" },
];

/** Lists the donors who gave or were entered. A search also finds those whose donations never counted. */
export const Donors = () => (
  <RecordList
    pluralNoun="donors"
    list={donationEndpoints.listConsolidatedDonors.list}
    resource={donors}
    filters={FILTERS}
    exportEndpoint="GET /api/donors-consolidated/export"
    columns={COLUMNS}
  />
);
