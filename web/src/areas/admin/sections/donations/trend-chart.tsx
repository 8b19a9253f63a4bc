import {
  Bar,
  BarChart,
  CartesianGrid,
  Tooltip,
  XAxis,
  YAxis,
  type TooltipContentProps,
} from "recharts";
import { calendarParts, money } from "../../../../lib/format.ts";

export interface Month {
  /** `2026-11` */
  readonly month: string;
  readonly monthName: string;
  readonly total: number;
}

const dollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumFractionDigits: 1,
});
const text = { fill: "var(--color-base-content)", fontSize: 12 };

const monthTip = ({ payload }: TooltipContentProps) => {
  const month = payload[0]?.payload as Month | undefined;
  return (
    month && (
      <p className="bg-neutral text-neutral-content shadow-card rounded-lg px-3 py-1.5 text-sm tabular-nums">
        {`${month.monthName}: ${money(month.total)}`}
      </p>
    )
  );
};

/** Twelve months as bars, for the eye alone: the list beside it says the same. Nothing in it moves. */
export const TrendChart = ({ months }: { readonly months: readonly Month[] }) => (
  <div className="h-72 w-full" aria-hidden="true">
    <BarChart
      data={[...months]}
      responsive
      className="h-full w-full"
      accessibilityLayer={false}
      margin={{ top: 8, right: 4, bottom: 0, left: 4 }}
    >
      <CartesianGrid vertical={false} stroke="var(--color-base-300)" />
      <XAxis
        dataKey="month"
        tickFormatter={(month: string) => calendarParts(`${month}-01`).month}
        tick={text}
        tickLine={false}
        axisLine={{ stroke: "var(--color-base-300)" }}
      />
      <YAxis
        width={52}
        tickFormatter={(total: number) => dollars.format(total)}
        tick={text}
        tickLine={false}
        axisLine={false}
      />
      <Tooltip
        isAnimationActive={false}
        cursor={{ fill: "var(--color-base-200)" }}
        content={monthTip}
      />
      <Bar
        dataKey="total"
        fill="var(--color-primary)"
        radius={[4, 4, 0, 0]}
        maxBarSize={44}
        isAnimationActive={false}
      />
    </BarChart>
  </div>
);
