import HandCoins from "lucide-react/icons/hand-coins";
import Package from "lucide-react/icons/package";
import Users from "lucide-react/icons/users";
import { computeMonthProgress, countPackages } from "#rules/care-packages.ts";
import { useDonationTotals } from "#data/donations/queries.ts";
import { DOCUMENTED_TERMS, useHome } from "#data/home/queries.ts";
import { useOverview, type Overview } from "#data/overview/queries.ts";
import { useVolunteerCounts } from "#data/volunteers/resource.ts";
import { money, monthName, number } from "#lib/format.ts";
import { StatCard } from "#ui/stat-card.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { useHasArea } from "#admin/own-areas.ts";
import { percentText } from "#admin/percent.ts";
import { figureText } from "#admin/query-states.tsx";

export const OverviewFigures = () => {
  const totals = useDonationTotals();
  const volunteerCounts = useVolunteerCounts();
  const { data: overview } = useOverview();
  const hasGivingArea = useHasArea("giving");
  const hasVolunteersArea = useHasArea("volunteers");
  const { packagePrice } = useHome().data?.settings ?? DOCUMENTED_TERMS;
  const sinceNote = totals.data?.since && (
    <span className="block">since {monthName(totals.data.since)}</span>
  );
  return (
    <div className="grid grid-cols-2 gap-3 max-xl:*:first:col-span-2 sm:gap-4 xl:grid-cols-3">
      <StatCard
        label="Total Donations"
        value={figureText(totals, ({ totalAmount }) => money(totalAmount))}
        note={
          overview &&
          hasGivingArea && (
            <>
              {sinceNote}
              {`${money(overview.gifts.thisMonth)} in ${overview.monthName}`}
            </>
          )
        }
        icon={<HandCoins size={22} />}
      />
      <StatCard
        label="Total Packages"
        value={figureText(totals, ({ totalAmount }) =>
          number(countPackages(totalAmount, packagePrice)),
        )}
        note={
          overview &&
          hasGivingArea && (
            <>
              {sinceNote}
              {`${number(overview.packages.thisMonth)} in ${overview.monthName}`}
            </>
          )
        }
        icon={<Package size={22} />}
      />
      <StatCard
        label="Active Volunteers"
        value={figureText(volunteerCounts, ({ active }) => number(active))}
        note={
          overview &&
          hasVolunteersArea &&
          `${number(overview.newVolunteers.thisMonth)} new in ${overview.monthName}`
        }
        icon={<Users size={22} />}
      />
    </div>
  );
};

interface RateCardProps {
  readonly label: string;
  readonly getValue: (overview: Overview) => string;
  readonly getNote: (overview: Overview) => string;
}

const RateCard = ({ label, getValue, getNote }: RateCardProps) => {
  const overview = useOverview();
  return (
    <StatCard
      label={label}
      value={figureText(overview, getValue)}
      note={overview.data && getNote(overview.data)}
    />
  );
};

const GivingRates = () => {
  const { packagePrice } = useHome().data?.settings ?? DOCUMENTED_TERMS;
  return (
    <>
      <RateCard
        label="Package Goal"
        getValue={({ gifts: donations, monthlyGoal }) =>
          `${computeMonthProgress(donations.thisMonth, monthlyGoal, packagePrice).percent}%`
        }
        getNote={({ packages, monthlyGoal, monthName: month }) =>
          `${number(packages.thisMonth)} of ${number(monthlyGoal)} packages funded in ${month}`
        }
      />
      <RateCard
        label="Repeat Donors"
        getValue={({ donors }) => percentText(donors.returning, donors.all)}
        getNote={({ donors }) =>
          `${number(donors.returning)} of ${number(donors.all)} donors gave more than once`
        }
      />
    </>
  );
};

const VolunteerRates = () => (
  <>
    <RateCard
      label="Attendance"
      getValue={({ attendance }) => percentText(attendance.came, attendance.expected)}
      getNote={({ attendance }) =>
        `${number(attendance.came)} of ${number(attendance.expected)} volunteers who signed up were present, last 30 days`
      }
    />
    <RateCard
      label="Shift Spots Filled"
      getValue={({ places }) => percentText(places.taken, places.offered)}
      getNote={({ places }) =>
        `${number(places.taken)} of ${number(places.offered)} spots, next 30 days`
      }
    />
  </>
);

/** Rates that a small charity can influence, each with the counts that it is calculated from. */
export const KeyFigures = () => {
  const hasGivingArea = useHasArea("giving");
  const hasVolunteersArea = useHasArea("volunteers");
  if (!hasGivingArea && !hasVolunteersArea) return null;
  return (
    <section className="mt-6" aria-labelledby="key-figures-title">
      <SectionHeading id="key-figures-title" className="mb-3">
        How We're Doing
      </SectionHeading>
      <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
        {hasGivingArea && <GivingRates />}
        {hasVolunteersArea && <VolunteerRates />}
      </div>
    </section>
  );
};
