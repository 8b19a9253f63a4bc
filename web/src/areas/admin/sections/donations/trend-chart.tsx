import { splitDate, money } from "#lib/format.ts";
import { computeAxisStep, GRID_LINE_COUNT } from "./compute-axis-step.ts";

export interface MonthTotal {
  /** For example, `2026-11`. */
  readonly month: string;
  readonly monthName: string;
  readonly total: number;
}

const compactDollarFormat = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumFractionDigits: 1,
});

const Axis = ({ step }: { readonly step: number }) => (
  <div className="flex flex-col-reverse justify-between text-right tabular-nums">
    {Array.from({ length: GRID_LINE_COUNT + 1 }, (_, lineIndex) => (
      <span key={lineIndex} className="h-0 leading-0">
        {compactDollarFormat.format(lineIndex * step)}
      </span>
    ))}
  </div>
);

const GridLines = () => (
  <div className="absolute inset-0 -z-1 flex flex-col-reverse justify-between">
    {Array.from({ length: GRID_LINE_COUNT + 1 }, (_, lineIndex) => (
      <span key={lineIndex} className="border-base-300 h-0 border-t" />
    ))}
  </div>
);

const Bar = ({ month, topValue }: { readonly month: MonthTotal; readonly topValue: number }) => (
  <div
    data-month={month.month}
    className="group hover:bg-base-content/6 flex h-full flex-1 items-end justify-center rounded-t"
  >
    <div
      className="bg-primary w-4/5 max-w-11 rounded-t"
      style={{ height: `${(Math.max(0, month.total) / topValue) * 100}%` }}
    />
    <p className="bg-neutral text-neutral-content shadow-card absolute -top-2 left-1/2 z-2 hidden -translate-x-1/2 rounded-lg px-3 py-1.5 whitespace-nowrap tabular-nums group-hover:block">
      {`${month.monthName}: ${money(month.total)}`}
    </p>
  </div>
);

/** A bar chart of twelve months. Hidden from screen readers, which get the list next to it. */
export const TrendChart = ({ months }: { readonly months: readonly MonthTotal[] }) => {
  const step = computeAxisStep(Math.max(0, ...months.map(({ total }) => total)));
  return (
    <div
      aria-hidden="true"
      className="grid h-72 w-full grid-cols-[auto_minmax(0,1fr)] grid-rows-[1fr_auto] gap-x-3 gap-y-2 pt-2 text-xs"
    >
      <Axis step={step} />
      <div className="relative isolate flex gap-px">
        <GridLines />
        {months.map((month) => (
          <Bar key={month.month} month={month} topValue={step * GRID_LINE_COUNT} />
        ))}
      </div>
      <div className="col-start-2 flex gap-px">
        {months.map(({ month }) => (
          // Phones show every other label, counting back from the current month.
          <span
            key={month}
            className="flex min-w-0 flex-1 justify-center max-sm:nth-last-[even]:invisible"
          >
            {splitDate(`${month}-01`).month}
          </span>
        ))}
      </div>
    </div>
  );
};
