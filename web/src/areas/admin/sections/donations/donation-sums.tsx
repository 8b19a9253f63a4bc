import { SUMMED_ROWS_MAX } from "#contracts/limits.ts";
import { useDonationSums } from "#data/donations/resource.ts";
import type { ListAddress } from "#kit/lists/use-list-address.ts";
import { moneyWithCents, number } from "#lib/format.ts";
import { figureText } from "#admin/query-states.tsx";

/** Totals of the whole filtered list across all pages, as in the last lines of the export. */
export const DonationSums = ({ list }: { readonly list: ListAddress }) => {
  const sums = useDonationSums({ ...list.filters, search: list.search });
  if (sums.data?.isCapped) {
    return (
      <p className="quiet mt-4 text-sm">
        {`This list has more than ${number(SUMMED_ROWS_MAX)} donations. Export it to see the totals.`}
      </p>
    );
  }
  const formatDollars = (amount: number | null) => moneyWithCents(amount ?? 0);
  const rows = [
    ["Donations in this list", figureText(sums, ({ count }) => number(count))],
    ["Completed, less refunds", figureText(sums, ({ amount }) => formatDollars(amount))],
    ["Fee covered", figureText(sums, ({ feeCovered }) => formatDollars(feeCovered))],
    [
      "Refunded or taken back",
      figureText(sums, ({ adjustedAmount }) => formatDollars(adjustedAmount)),
    ],
    ...(sums.data?.pendingAmount
      ? [["Pending", formatDollars(sums.data.pendingAmount)] as const]
      : []),
    ...(sums.data?.failedAmount
      ? [["Failed", formatDollars(sums.data.failedAmount)] as const]
      : []),
  ] as const;
  return (
    <dl
      aria-label="Totals for this list"
      aria-busy={sums.isFetching || undefined}
      className="bg-base-200 rounded-box mt-4 flex flex-wrap gap-x-8 gap-y-2 px-4 py-3"
    >
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt className="quiet text-sm">{label}</dt>
          <dd className="min-h-6 font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
};
