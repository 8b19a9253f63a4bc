import { Link } from "react-router-dom";
import { donationAdjustmentEndpoints } from "#contracts/donation-adjustments.ts";
import { describeAdjustmentReason } from "#rules/adjustment-reasons.ts";
import { formatFullName } from "#rules/names.ts";
import {
  type DonationAdjustment,
  donationAdjustments,
  type DonationMonth,
  useDonationMonths,
} from "#data/donation-adjustments/resource.ts";
import type { Column } from "#kit/lists/list-table.tsx";
import type { Filter } from "#kit/lists/list-toolbar.tsx";
import { RecordList } from "#kit/lists/record-list.tsx";
import { moneyWithCents, monthName } from "#lib/format.ts";
import { ShortDay } from "#lib/time/dates.tsx";
import { Badge } from "#ui/badge.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { donationPath } from "#admin/donation-path.ts";
import { QueryStates } from "#admin/query-states.tsx";
import { BookClosings, LateEntries } from "./closed-months.tsx";

const ADJUSTMENT_KIND: Readonly<Record<DonationAdjustment["kind"], string>> = {
  refund: "Refund",
  dispute: "Lost dispute",
  return: "Returned by the bank",
  void: "Void",
};

const nameKind = ({ kind, amount }: DonationAdjustment): string => {
  if (amount < 0) return ADJUSTMENT_KIND[kind];
  if (kind === "refund") return "Refund that failed";
  return kind === "return" ? "Paid by the bank after all" : "Dispute won after all";
};

const COLUMNS: readonly Column<DonationAdjustment>[] = [
  {
    name: "countedOn",
    header: "Date",
    cell: ({ countedOn }) => <ShortDay day={countedOn} />,
  },
  {
    name: "donor",
    header: "Donation",
    cell: (adjustment) => (
      <>
        <Link className="link" to={donationPath(adjustment.donationId)}>
          {formatFullName(adjustment)}
        </Link>
        <span className="quiet block text-sm">
          Given on <ShortDay day={adjustment.givenOn} />
        </span>
      </>
    ),
  },
  {
    name: "kind",
    header: "Kind",
    cell: (adjustment) => (
      <>
        {nameKind(adjustment)}
        {adjustment.reason !== null && (
          <span className="quiet block text-sm">{describeAdjustmentReason(adjustment.reason)}</span>
        )}
      </>
    ),
  },
  {
    name: "amount",
    header: "Amount",
    align: "right",
    cell: ({ amount }) => moneyWithCents(amount),
  },
];

const FILTERS: readonly Filter[] = [
  { name: "kind", label: "Kind", options: ADJUSTMENT_KIND },
  { name: "from", label: "From", options: "day" },
  { name: "to", label: "To", options: "day" },
];

/** Returns what changed the month's money, such as `$200.00 refunded`. Money that came back outweighs what was taken. */
const describeChange = (amount: number, verb: string): readonly string[] => {
  if (amount === 0) return [];
  return [
    amount < 0 ? `${moneyWithCents(-amount)} ${verb}` : `${moneyWithCents(amount)} came back`,
  ];
};

const describeMonth = ({
  given,
  refunded,
  disputed,
  returned,
  voided,
  late,
}: DonationMonth): string =>
  [
    `${moneyWithCents(given)} given`,
    ...describeChange(refunded, "refunded"),
    ...describeChange(disputed, "lost in disputes"),
    ...describeChange(returned, "returned by banks"),
    ...describeChange(voided, "voided"),
    ...(late === 0
      ? []
      : [`${moneyWithCents(Math.abs(late))} ${late > 0 ? "more" : "less"} for closed months`]),
  ].join(", ");

/** The months of the last two years in which something happened. */
const Months = () => (
  <section className="card-box p-5 sm:p-6" aria-labelledby="months-title">
    <SectionHeading id="months-title" className="mb-2">
      By month
    </SectionHeading>
    <p className="quiet mb-4">
      A refund lowers the month in which it was made, and not the month in which the money was
      given. The website and donors&apos; papers subtract it from the donation itself.
    </p>
    <QueryStates query={useDonationMonths()} subject="the months">
      {(months) => (
        <>
          <BookClosings months={months} />
          <ul aria-labelledby="months-title" className="divide-base-300 divide-y">
            {months
              .filter(({ given, refunded, disputed, returned, voided, late }) =>
                [given, refunded, disputed, returned, voided, late].some((amount) => amount !== 0),
              )
              .map((month) => (
                <li key={month.month} className="flex items-baseline gap-4 py-3">
                  <div className="min-w-0 flex-1">
                    <p className="font-semibold">
                      {monthName(month.month)}
                      {month.isClosed && <Badge className="ml-2">Closed</Badge>}
                    </p>
                    <p className="quiet text-sm tabular-nums">{describeMonth(month)}</p>
                  </div>
                  <p className="font-semibold tabular-nums">{moneyWithCents(month.net)}</p>
                </li>
              ))}
          </ul>
        </>
      )}
    </QueryStates>
  </section>
);

/** Says which month each refund, lost dispute, returned debit and void lowered. */
export const Refunds = () => (
  <div className="grid grid-cols-1 gap-6">
    <Months />
    <LateEntries />
    <section className="card-box p-5 sm:p-6" aria-labelledby="refunds-title">
      <SectionHeading id="refunds-title" className="mb-4">
        Refunds, lost disputes, returned debits and voids
      </SectionHeading>
      <RecordList
        pluralNoun="refunds"
        list={donationAdjustmentEndpoints.listDonationAdjustments.list}
        resource={donationAdjustments}
        exportEndpoint="GET /api/donation-adjustments/export"
        filters={FILTERS}
        columns={COLUMNS}
      />
    </section>
  </div>
);
