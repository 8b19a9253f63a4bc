import { useId, useState } from "react";
import { computeMonthProgress } from "#rules/care-packages.ts";
import { useDonationTrends } from "#data/donations/resource.ts";
import { DOCUMENTED_TERMS, useHome } from "#data/home/queries.ts";
import { useOverview, type Overview } from "#data/overview/queries.ts";
import { countWithNoun, DEFAULT_TIME_ZONE, money, number } from "#lib/format.ts";
import { useTickingNow } from "#lib/time/ticking-now.ts";
import { Button } from "#ui/button.tsx";
import { lazySection } from "#ui/lazy-section.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { useHasArea } from "#admin/own-areas.ts";
import { QueryStates } from "#admin/query-states.tsx";
import { TrendChart } from "../donations/trend-chart.tsx";
import { countDaysLeft } from "./count-days-left.ts";

const Fact = ({ label, children }: { readonly label: string; readonly children: string }) => (
  <div>
    <dt className="quiet text-sm">{label}</dt>
    <dd className="text-lg font-semibold tabular-nums">{children}</dd>
  </div>
);

const CarePackageGoal = lazySection(
  async () => (await import("../content/care-package-goal.tsx")).CarePackageGoal,
  { label: "Loading the goal", className: "h-40" },
);

/** The form of Content's panel, which is loaded when it's opened. */
const GoalEditor = ({ isGoalSet }: Pick<Overview, "isGoalSet">) => {
  const [isOpen, setOpen] = useState(false);
  const formId = useId();
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        className="mt-5"
        aria-expanded={isOpen}
        aria-controls={formId}
        onClick={() => setOpen(!isOpen)}
      >
        {isGoalSet ? "Change the goal" : "Set a goal"}
      </Button>
      <div id={formId} className={isOpen ? "mt-4" : undefined}>
        {isOpen && <CarePackageGoal />}
      </div>
    </>
  );
};

const GoalProgress = ({ overview }: { readonly overview: Overview }) => {
  const settings = useHome().data?.settings;
  const { packagePrice } = settings ?? DOCUMENTED_TERMS;
  const { gifts: donations, monthlyGoal, monthName } = overview;
  const { packages, goal, percent } = computeMonthProgress(
    donations.thisMonth,
    monthlyGoal,
    packagePrice,
  );
  const daysRemaining = countDaysLeft(useTickingNow(), settings?.timeZone ?? DEFAULT_TIME_ZONE);
  const surplus = donations.thisMonth - goal * packagePrice;
  const amountNeeded = Math.max(0, -surplus);
  return (
    <>
      <p className="mt-3 flex flex-wrap items-baseline gap-x-3">
        <span className="font-display text-5xl font-semibold tabular-nums">{number(packages)}</span>
        <span className="text-lead">{`of ${countWithNoun(goal, "package", "packages")} funded`}</span>
      </p>
      <progress
        aria-label={`Progress toward ${monthName}'s goal`}
        className="progress text-accent mt-3 h-3 w-full"
        max={100}
        value={percent}
      />
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3">
        {amountNeeded > 0 ? (
          <Fact label="Still needed">{money(amountNeeded)}</Fact>
        ) : (
          <Fact label="Goal reached">
            {surplus > 0 ? `${money(surplus)} more than needed` : "to the dollar"}
          </Fact>
        )}
        <Fact label={`${monthName} ends`}>
          {daysRemaining === 0 ? "today" : `in ${countWithNoun(daysRemaining, "day", "days")}`}
        </Fact>
      </dl>
      {!overview.isGoalSet && (
        <p className="mt-4">You haven't set a goal yet, so the site shows {number(goal)}.</p>
      )}
      {useHasArea("content") && <GoalEditor isGoalSet={overview.isGoalSet} />}
    </>
  );
};

/** Donations by month, as a list for screen readers and as bars with the same figures. */
const DonationsByMonth = () => (
  <QueryStates
    query={useDonationTrends()}
    subject="donations by month"
    emptyTitle="No donations to show yet"
  >
    {(months) => (
      <>
        <TrendChart months={months} />
        <ul className="sr-only">
          {months.map(({ month, monthName, total }) => (
            <li key={month}>{`${monthName}: ${money(total)}`}</li>
          ))}
        </ul>
      </>
    )}
  </QueryStates>
);

/** Progress toward this month's goal, next to a chart of the last twelve months. */
export const MonthGoal = () => {
  const overview = useOverview();
  return (
    <div className="mb-6 grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
      <section className="card-box p-5 sm:p-6" aria-labelledby="goal-title">
        <SectionHeading id="goal-title">
          {overview.data ? `${overview.data.monthName}'s goal` : "This month's goal"}
        </SectionHeading>
        <QueryStates query={overview} subject="the goal">
          {(data) => <GoalProgress overview={data} />}
        </QueryStates>
      </section>
      <section className="card-box p-5 sm:p-6" aria-labelledby="gifts-title">
        <SectionHeading id="gifts-title" className="mb-4">
          Donations by month, last twelve months
        </SectionHeading>
        <DonationsByMonth />
      </section>
    </div>
  );
};
