import { useDonationTrends } from "#data/donations/resource.ts";
import { money } from "#lib/format.ts";
import { QueryStates } from "#admin/query-states.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { TrendChart } from "./trend-chart.tsx";

/** The last twelve months, as a chart and as an equivalent list. */
export const DonationTrends = () => (
  <section className="card-box p-5 sm:p-6" aria-labelledby="trends-title">
    <SectionHeading id="trends-title" className="mb-4">
      Monthly Trends
    </SectionHeading>
    <QueryStates
      query={useDonationTrends()}
      subject="the trends"
      emptyTitle="No months to compare yet"
      loadingRowCount={7}
    >
      {(months) => (
        <div className="grid grid-cols-1 items-center gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_12rem]">
          <TrendChart months={months} />
          <div>
            <ul className="grid gap-1 text-sm">
              {months.map(({ month, monthName, total }) => (
                <li key={month} className="flex justify-between gap-3">
                  <span>{monthName}</span>
                  <span className="tabular-nums">{money(total)}</span>
                </li>
              ))}
            </ul>
            <p className="border-base-300 mt-2 flex justify-between border-t pt-2 font-semibold">
              <span>Total</span>
              <span className="tabular-nums">
                {money(months.reduce((sum, { total }) => sum + total, 0))}
              </span>
            </p>
          </div>
        </div>
      )}
    </QueryStates>
  </section>
);
