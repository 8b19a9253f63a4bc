import { Link } from "react-router-dom";
import { donationAdjustmentEndpoints } from "#contracts/donation-adjustments.ts";
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
import { moneyWithCents, monthYear } from "#lib/format.ts";
import { ShortDay } from "#lib/time/dates.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { donationPath } from "#admin/donation-path.ts";
import { QueryStates } from "#admin/query-states.tsx";

const ADJUSTMENT_KIND: Readonly<Record<DonationAdjustment["kind"], string>> = {
  refund: "Refund",
  dispute: "Lost dispute",
  void: "Void",
};

const nameKind = ({ kind, amount }: DonationAdjustment): string => {
  if (amount < 0) return ADJUSTMENT_KIND[kind];
  return kind === "refund" ? "Refund that failed" : "Dispute won after all";
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
        <span className="quiet block text-sm">{adjustment.reason}</span>
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

const MonthAmount = ({ amount }: { readonly amount: number }) => (
  <td className="text-right tabular-nums">{amount === 0 ? "–" : moneyWithCents(amount)}</td>
);

const MonthRow = ({ month }: { readonly month: DonationMonth }) => (
  <tr>
    <th scope="row" className="font-semibold">
      {monthYear(`${month.month}-01`)}
    </th>
    <MonthAmount amount={month.given} />
    <MonthAmount amount={month.refunded + month.disputed} />
    <MonthAmount amount={month.voided} />
    <MonthAmount amount={month.net} />
  </tr>
);

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
        <div className="overflow-x-auto">
          <table className="table" aria-labelledby="months-title">
            <thead>
              <tr>
                <th scope="col">Month</th>
                <th scope="col" className="text-right">
                  Given
                </th>
                <th scope="col" className="text-right">
                  Refunds and disputes
                </th>
                <th scope="col" className="text-right">
                  Voids
                </th>
                <th scope="col" className="text-right">
                  Left
                </th>
              </tr>
            </thead>
            <tbody>
              {months
                .filter(({ given, refunded, disputed, voided }) =>
                  [given, refunded, disputed, voided].some((amount) => amount !== 0),
                )
                .map((month) => (
                  <MonthRow key={month.month} month={month} />
                ))}
            </tbody>
          </table>
        </div>
      )}
    </QueryStates>
  </section>
);

/** Says which month each refund, lost dispute and void lowered. */
export const Refunds = () => (
  <div className="grid gap-6">
    <Months />
    <section className="card-box p-5 sm:p-6" aria-labelledby="refunds-title">
      <SectionHeading id="refunds-title" className="mb-4">
        Refunds, lost disputes and voids
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
