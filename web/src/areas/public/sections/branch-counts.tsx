import type { HomeData } from "#data/home/queries.ts";
import { monthName, number } from "#lib/format.ts";
import { EmptyState } from "#ui/states.tsx";
import { SubsectionHeading } from "./section-heading.tsx";

export interface BranchCountsProps {
  readonly counts: HomeData["branchCounts"];
  /** The first month that the figures include. */
  readonly deliveriesSince: HomeData["deliveriesSince"];
}

/** Shows packages by branch, counted from the recorded deliveries. */
export const BranchCounts = ({ counts, deliveriesSince }: BranchCountsProps) => {
  const maxPackages = Math.max(1, ...counts.map(({ packages }) => packages));
  return (
    <div className="flex flex-col">
      <SubsectionHeading title="Branches served">
        {deliveriesSince && (
          <span className="quiet text-sm">since {monthName(deliveriesSince)}</span>
        )}
      </SubsectionHeading>
      {counts.length === 0 ? (
        <EmptyState title="No deliveries recorded yet">
          The numbers will appear here after the first delivery.
        </EmptyState>
      ) : (
        <ul className="grid gap-x-4 gap-y-2 max-md:grid-cols-2 md:gap-4 lg:gap-7">
          {counts.map(({ branch, packages }) => (
            <li key={branch}>
              <p className="mb-0.5 flex justify-between gap-2 max-md:text-sm md:mb-1.5">
                <span className="font-semibold">{branch}</span>
                <span className="quiet tabular-nums">
                  {number(packages)}
                  <span className="max-md:sr-only"> package{packages === 1 ? "" : "s"}</span>
                </span>
              </p>
              <svg
                aria-hidden="true"
                viewBox="0 0 100 2"
                preserveAspectRatio="none"
                className="bg-base-300 block h-1.5 w-full overflow-hidden rounded-full md:h-2 lg:h-4"
              >
                <rect width={(packages / maxPackages) * 100} height="2" className="fill-primary" />
              </svg>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
