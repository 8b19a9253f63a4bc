import type { HomeData } from "../../../data/home/queries.ts";
import { number } from "../../../lib/format.ts";
import { EmptyState } from "../../../ui/states.tsx";

/** Packages by branch, counted from the recorded deliveries. */
export const BranchCounts = ({ counts }: { readonly counts: HomeData["branchCounts"] }) => {
  const most = Math.max(1, ...counts.map(({ packages }) => packages));
  return (
    <div>
      <h3 className="font-display mb-5 text-2xl font-semibold">Branches served</h3>
      {counts.length === 0 ? (
        <EmptyState title="No deliveries recorded yet" />
      ) : (
        <ul className="flex flex-col gap-4">
          {counts.map(({ branch, packages }) => (
            <li key={branch}>
              <p className="mb-1.5 flex justify-between gap-4">
                <span className="font-semibold">{branch}</span>
                <span className="quiet tabular-nums">
                  {number(packages)} package{packages === 1 ? "" : "s"}
                </span>
              </p>
              <svg
                aria-hidden="true"
                viewBox="0 0 100 2"
                preserveAspectRatio="none"
                className="bg-base-300 block h-2 w-full overflow-hidden rounded-full"
              >
                <rect width={(packages / most) * 100} height="2" className="fill-primary" />
              </svg>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
