import { computeMonthProgress } from "#rules/care-packages.ts";
import { number } from "#lib/format.ts";
import { Skeleton } from "#ui/states.tsx";
import { QuiltPattern } from "../art/quilt-pattern.tsx";
import { GiveBoxButton, type GiveBoxButtonProps } from "../give-box-button.tsx";
import { type HomeData, useGivingTerms } from "#data/home/queries.ts";
import { HomeContent, type HomeQuery } from "./home-content.tsx";

const Tracker = ({ progress }: { readonly progress: HomeData["monthlyProgress"] }) => {
  const { packagePrice } = useGivingTerms();
  const { packages, goal, remaining, percent } = computeMonthProgress(
    progress.total,
    progress.monthlyGoal,
    packagePrice,
  );
  return (
    <>
      <p className="flex items-center gap-x-3 sm:items-baseline">
        <span className="font-display text-5xl font-semibold tabular-nums sm:text-6xl">
          {number(packages)}
        </span>
        <span className="sm:text-lead leading-snug opacity-90">
          of {number(goal)} care packages funded in {progress.monthName}
        </span>
      </p>
      <progress
        aria-label={`Progress toward the ${progress.monthName} goal`}
        className="progress mt-3 h-3 w-full sm:mt-5 bg-white/15 text-[#dcb25c]"
        max={100}
        value={percent}
      />
      <p className="mt-2 opacity-90 sm:mt-3">
        <strong>{percent}%</strong> of this month's goal.{" "}
        {remaining > 0
          ? `${number(remaining)} more to go.`
          : "We've reached the goal, and every new gift helps pack another box."}
      </p>
    </>
  );
};

export interface ProgressTrackerProps extends Pick<GiveBoxButtonProps, "onGive"> {
  readonly home: HomeQuery;
}

export const ProgressTracker = ({ home, onGive }: ProgressTrackerProps) => (
  <section
    aria-labelledby="progress-title"
    className="later [--tall:21rem] md:[--tall:18rem] bg-neutral text-neutral-content relative isolate overflow-hidden"
  >
    <QuiltPattern className="absolute inset-0 -z-10 text-[#5d7299] opacity-[0.12]" size={80} />
    <div className="shell grid gap-x-16 gap-y-5 py-9 sm:py-12 lg:grid-cols-[1fr_1.3fr] lg:items-center">
      <h2 id="progress-title" className="font-display text-heading font-semibold lg:self-end">
        Help us reach this month's goal
      </h2>
      <div className="lg:row-span-2">
        <HomeContent
          home={home}
          subject="this month's progress"
          skeleton={<Skeleton className="h-28 w-full opacity-20" />}
        >
          {({ monthlyProgress }) => <Tracker progress={monthlyProgress} />}
        </HomeContent>
      </div>
      <div className="flex gap-3 lg:self-start">
        <GiveBoxButton
          onGive={onGive}
          variant="action"
          size="lg"
          className="max-sm:flex-1 max-sm:px-2 max-sm:text-base"
        >
          Fund a package
        </GiveBoxButton>
        <GiveBoxButton
          frequency="monthly"
          onGive={onGive}
          variant="outline"
          size="lg"
          className="border-current text-inherit hover:bg-white/10 max-sm:flex-1 max-sm:px-2 max-sm:text-base"
        >
          Give monthly
        </GiveBoxButton>
      </div>
    </div>
  </section>
);
