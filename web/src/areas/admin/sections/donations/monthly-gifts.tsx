import { recurringDonationEndpoints } from "#contracts/recurring-donations.ts";
import { getEmailedDeclineReason } from "#rules/decline-reasons.ts";
import { formatFullName } from "#rules/names.ts";
import {
  type ListedRecurringDonation,
  recurringDonations,
  useRecurringDonationSums,
} from "#data/recurring-donations/resource.ts";
import type { Column } from "#kit/lists/list-table.tsx";
import type { Filter } from "#kit/lists/list-toolbar.tsx";
import { RecordList } from "#kit/lists/record-list.tsx";
import { labelsOf, StatusBadge, type StatusLooks } from "#kit/lists/status-badge.tsx";
import { countWithNoun, moneyWithCents } from "#lib/format.ts";
import { ShortDate } from "#lib/time/dates.tsx";
import { WithFigures } from "#admin/with-figures.tsx";
import { DonorLink } from "./donor-link.tsx";

const RECURRING_DONATION_STATUS: StatusLooks<ListedRecurringDonation["status"]> = {
  active: { label: "Active" },
  past_due: { label: "Failing", tone: "problem" },
  paused: { label: "Paused", tone: "attention" },
  canceled: { label: "Canceled" },
};

const StatusDetails = ({
  recurringDonation: { status, endsAt, canceledAt, isEndedUnpaid, failureCode },
}: {
  readonly recurringDonation: ListedRecurringDonation;
}) => (
  <span className="quiet block text-sm">
    {endsAt !== null && (
      <>
        Ends on <ShortDate moment={endsAt} />
      </>
    )}
    {status === "canceled" && canceledAt !== null && (
      <>
        On <ShortDate moment={canceledAt} />
      </>
    )}
    {isEndedUnpaid && ", because its charges kept failing"}
    {failureCode !== null && (
      <span className="block max-w-xs">{getEmailedDeclineReason(failureCode)}</span>
    )}
  </span>
);

const COLUMNS: readonly Column<ListedRecurringDonation>[] = [
  {
    name: "lastName",
    header: "Donor",
    cell: ({ donorId, email, ...name }) => (
      <>
        <DonorLink id={donorId}>{formatFullName(name)}</DonorLink>
        <span className="quiet block text-sm wrap-anywhere">{email}</span>
      </>
    ),
  },
  {
    name: "amount",
    header: "A month",
    align: "right",
    cell: ({ amount }) => moneyWithCents(amount),
  },
  {
    name: "status",
    header: "Status",
    cell: (recurringDonation) => (
      <>
        <StatusBadge looks={RECURRING_DONATION_STATUS} status={recurringDonation.status} />
        <StatusDetails recurringDonation={recurringDonation} />
      </>
    ),
  },
  {
    name: "nextChargeAt",
    header: "Next charge",
    cell: ({ nextChargeAt }) =>
      nextChargeAt === null ? "None" : <ShortDate moment={nextChargeAt} />,
  },
  {
    name: "startedAt",
    header: "Since",
    cell: ({ startedAt }) => <ShortDate moment={startedAt} />,
  },
];

const FILTERS: readonly Filter[] = [
  { name: "status", label: "Status", options: labelsOf(RECURRING_DONATION_STATUS) },
  { name: "isEndedUnpaid", label: "Ended because", options: { true: "Charges kept failing" } },
];

/** Says what a month should bring in. */
const MonthlySums = () => {
  const { data: sums } = useRecurringDonationSums();
  if (!sums) return <p className="mb-4 min-h-6" />;
  return (
    <p className="mb-4 min-h-6">
      {`${countWithNoun(sums.activeCount, "active monthly gift", "active monthly gifts")} should bring in `}
      <strong>{moneyWithCents(sums.activeAmount)}</strong> a month.
      {sums.failingCount > 0 &&
        ` Another ${moneyWithCents(sums.failingAmount)} a month is failing.`}
    </p>
  );
};

/** Monthly gifts that donors started on this site. They are changed on the donor's page. */
export const MonthlyGifts = () => (
  <WithFigures figures={<MonthlySums />}>
    <RecordList
      pluralNoun="monthly gifts"
      list={recurringDonationEndpoints.listRecurringDonations.list}
      resource={recurringDonations}
      columns={COLUMNS}
      filters={FILTERS}
      nameOf={formatFullName}
    />
  </WithFigures>
);
