import { donationEndpoints } from "#contracts/donations.ts";
import { fullName } from "#rules/names.ts";
import { usePaymentStatus } from "#data/donations/queries.ts";
import { donations, type AdminDonation } from "#data/donations/resource.ts";
import { labelsOf } from "#kit/lists/status-badge.tsx";
import { ShortDate, useTimeZone } from "#lib/time/dates.tsx";
import { money } from "#lib/format.ts";
import type { Column } from "#kit/lists/list-table.tsx";
import type { Filter } from "#kit/lists/list-toolbar.tsx";
import { RecordList } from "#kit/lists/record-list.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { DONATION_STATUS, DonationStatus } from "./donation-status.tsx";
import { DonationSums } from "./donation-sums.tsx";
import { periodsAt } from "./periods.ts";
import { refundableAmount, RefundButton } from "./refund-button.tsx";

const FILTERS: readonly Filter[] = [
  { name: "isRecurring", label: "Type", options: { false: "One-time", true: "Monthly" } },
  { name: "status", label: "Status", options: labelsOf(DONATION_STATUS) },
  { name: "from", label: "From", options: "day" },
  { name: "to", label: "To", options: "day" },
];

const COLUMNS: readonly Column<AdminDonation>[] = [
  {
    name: "lastName",
    header: "Donor",
    cell: ({ firstName, lastName, inHonorOf, isAnonymous }) => (
      <>
        <span className="font-semibold break-words @4xl:whitespace-nowrap">
          {fullName({ firstName, lastName })}
        </span>
        {isAnonymous && <span className="quiet block text-sm">Anonymous on the website</span>}
        {inHonorOf && <span className="quiet block text-sm">In honor of {inHonorOf}</span>}
      </>
    ),
  },
  { name: "email", header: "Email", cell: ({ email }) => email },
  {
    name: "amount",
    header: "Amount",
    align: "right",
    cell: ({ amount, adjustedAmount, feeCovered }) => (
      <>
        {money(amount)}
        {feeCovered > 0 && (
          <span className="quiet block text-sm whitespace-nowrap">
            {money(feeCovered)} fee covered
          </span>
        )}
        {adjustedAmount > 0 && (
          <span className="quiet block text-sm whitespace-nowrap">
            {money(adjustedAmount)} refunded
          </span>
        )}
      </>
    ),
  },
  {
    name: "type",
    header: "Type",
    cell: ({ isRecurring }) => (
      <span className="whitespace-nowrap">{isRecurring ? "Monthly" : "One-time"}</span>
    ),
  },
  {
    name: "createdAt",
    header: "Date",
    cell: ({ createdAt }) => (
      <span className="whitespace-nowrap">
        <ShortDate moment={createdAt} />
      </span>
    ),
  },
  {
    name: "status",
    header: "Status",
    cell: (donation) => <DonationStatus {...donation} />,
  },
];

/** Puts common periods before the two date fields. */
const buildFilters = (timeZone: string): readonly Filter[] => [
  ...FILTERS.slice(0, 2),
  { name: "period", label: "Period", options: periodsAt(Date.now(), timeZone) },
  ...FILTERS.slice(2),
];

export const DonationHistory = () => {
  const { data: status } = usePaymentStatus();
  const isTestMode = status?.provider === "stripe" && !status.isLive;
  return (
    <section className="card-box mt-6 p-5 sm:p-6" aria-labelledby="history-title">
      <SectionHeading id="history-title" className="mb-4">
        Donation History
      </SectionHeading>
      <RecordList
        nouns="donations"
        list={donationEndpoints.listDonations.list}
        resource={donations}
        exportEndpoint="GET /api/donations/export"
        filters={buildFilters(useTimeZone())}
        columns={COLUMNS}
        renderActions={(donation) =>
          refundableAmount(donation, isTestMode) > 0 && <RefundButton donation={donation} />
        }
        renderBelow={({ list }) => <DonationSums list={list} />}
      />
    </section>
  );
};
