import { useDonationTrends } from "../../../../data/donations/queries.ts";
import { money } from "../../../../lib/format.ts";
import { QueryStates } from "../../query-states.tsx";

export const DonationTrends = () => {
  const trends = useDonationTrends();
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby="trends-title">
      <h2 id="trends-title" className="font-display text-title mb-4 font-semibold">
        Monthly Trends
      </h2>
      <QueryStates query={trends} what="the trends" empty="No months to compare yet">
        {(months) => {
          const most = Math.max(1, ...months.map(({ total }) => total));
          return (
            <>
              <ul className="grid gap-3">
                {months.map(({ month, monthName, total }) => (
                  <li key={month}>
                    <p className="mb-1 flex justify-between gap-3 text-sm">
                      <span className="font-medium">{monthName}</span>
                      <span className="tabular-nums">{money(total)}</span>
                    </p>
                    <svg
                      aria-hidden="true"
                      viewBox="0 0 100 2"
                      preserveAspectRatio="none"
                      className="bg-base-200 block h-2 w-full overflow-hidden rounded-full"
                    >
                      <rect width={(total / most) * 100} height="2" className="fill-primary" />
                    </svg>
                  </li>
                ))}
              </ul>
              <p className="border-base-300 mt-4 flex justify-between border-t pt-3 font-semibold">
                <span>Total</span>
                <span className="tabular-nums">
                  {money(months.reduce((sum, { total }) => sum + total, 0))}
                </span>
              </p>
            </>
          );
        }}
      </QueryStates>
    </section>
  );
};
