import { monthProgress } from "#rules/care-packages.ts";
import { number } from "../../../lib/format.ts";
import { paths } from "../../../lib/paths.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/states.tsx";
import { QuiltPattern } from "../art/quilt-pattern.tsx";
import { useGivingTerms, type HomeData } from "../../../data/home/queries.ts";
import { HomeContent, type HomeQuery } from "./home-content.tsx";

const MONTHLY = { frequency: "monthly" };

const Tracker = ({ progress }: { readonly progress: HomeData["monthlyProgress"] }) => {
  const { packagePrice } = useGivingTerms();
  const { packages, goal, remaining, percent } = monthProgress(
    progress.total,
    progress.monthlyGoal,
    packagePrice,
  );
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-display text-5xl font-semibold tabular-nums sm:text-6xl">
          {number(packages)}
        </span>
        <span className="text-lead opacity-90">
          of {number(goal)} care packages funded in {progress.monthName}
        </span>
      </p>
      <progress
        aria-label={`Progress towards the goal of ${progress.monthName}`}
        className="progress mt-5 h-3.5 w-full bg-white/15 text-[#dcb25c]"
        max={100}
        value={percent}
      />
      <p className="mt-3 opacity-90">
        <strong>{percent}%</strong> of this month’s goal.{" "}
        {remaining > 0
          ? `${number(remaining)} more to go.`
          : "The goal is reached, and every further gift still packs a box."}
      </p>
    </>
  );
};

export const ProgressTracker = ({ home }: { readonly home: HomeQuery }) => (
  <section
    aria-labelledby="progress-title"
    className="bg-neutral text-neutral-content relative isolate overflow-hidden"
  >
    <QuiltPattern className="absolute inset-0 -z-10 text-[#5d7299] opacity-[0.12]" size={80} />
    <div className="shell band grid gap-8 lg:grid-cols-[1fr_1.3fr] lg:items-center lg:gap-16">
      <div>
        <p className="mb-2.5 text-[0.8125rem] font-bold tracking-[0.09em] text-[#dcb25c] uppercase">
          This month
        </p>
        <h2 id="progress-title" className="font-display text-heading font-semibold">
          Help us reach this month’s goal
        </h2>
        <div className="mt-6 flex flex-wrap gap-3">
          <LinkButton to={paths.home("home")} look="action" size="lg">
            Fund a package
          </LinkButton>
          <LinkButton
            to={paths.home("home")}
            state={MONTHLY}
            look="outline"
            size="lg"
            className="border-current text-inherit hover:bg-white/10"
          >
            Give monthly
          </LinkButton>
        </div>
      </div>
      <div>
        <HomeContent
          home={home}
          what="This month’s progress"
          skeleton={<Skeleton className="h-32 w-full opacity-20" />}
        >
          {({ monthlyProgress }) => <Tracker progress={monthlyProgress} />}
        </HomeContent>
      </div>
    </div>
  </section>
);
