import HandCoins from "lucide-react/icons/hand-coins";
import Package from "lucide-react/icons/package";
import Users from "lucide-react/icons/users";
import { monthProgress, packagesFromDollars } from "#rules/care-packages.ts";
import { useDonationTotals } from "#data/donations/queries.ts";
import { DOCUMENTED_TERMS, useHome } from "#data/home/queries.ts";
import { useOverview } from "#data/overview/queries.ts";
import { useVolunteerCounts } from "#data/volunteers/queries.ts";
import { money, monthName, number } from "#lib/format.ts";
import { StatCard } from "#ui/stat-card.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { MonthChange } from "#admin/month-change.tsx";
import { percentText } from "#admin/percent.ts";
import { figureText } from "#admin/query-states.tsx";

export const OverviewFigures = () => {
  const totals = useDonationTotals();
  const volunteerCounts = useVolunteerCounts();
  const { data: overview } = useOverview();
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
          overview && (
            <>
              {sinceNote}
              {`${money(overview.gifts.thisMonth)} in ${overview.monthName}`}
              <MonthChange overview={overview} figureName="gifts" />
            </>
          )
        }
        icon={<HandCoins size={22} />}
      />
      <StatCard
        label="Total Packages"
        value={figureText(totals, ({ totalAmount }) =>
          number(packagesFromDollars(totalAmount, packagePrice)),
        )}
        note={
          overview && (
            <>
              {sinceNote}
              {`${number(overview.packages.thisMonth)} in ${overview.monthName}`}
              <MonthChange overview={overview} figureName="packages" />
            </>
          )
        }
        icon={<Package size={22} />}
      />
      <StatCard
        label="Active Volunteers"
        value={figureText(volunteerCounts, ({ active }) => number(active))}
        note={
          overview && (
            <>
              {`${number(overview.newVolunteers.thisMonth)} new in ${overview.monthName}`}
              <MonthChange overview={overview} figureName="newVolunteers" />
            </>
          )
        }
        icon={<Users size={22} />}
      />
    </div>
  );
};

/** Four rates that a small charity can influence, each with the counts behind it. */
export const KeyFigures = () => {
  const overview = useOverview();
  const { packagePrice } = useHome().data?.settings ?? DOCUMENTED_TERMS;
  const { data } = overview;
  return (
    <section className="mt-6" aria-labelledby="key-figures-title">
      <SectionHeading id="key-figures-title" className="mb-3">
        How We're Doing
      </SectionHeading>
      <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
        <StatCard
          label="Package Goal"
          value={figureText(
            overview,
            ({ gifts: donations, monthlyGoal }) =>
              `${monthProgress(donations.thisMonth, monthlyGoal, packagePrice).percent}%`,
          )}
          note={
            data &&
            `${number(data.packages.thisMonth)} of ${number(data.monthlyGoal)} packages funded in ${data.monthName}`
          }
        />
        <StatCard
          label="Repeat Donors"
          value={figureText(overview, ({ donors }) => percentText(donors.returning, donors.all))}
          note={
            data &&
            `${number(data.donors.returning)} of ${number(data.donors.all)} donors gave more than once`
          }
        />
        <StatCard
          label="Attendance"
          value={figureText(overview, ({ attendance }) =>
            percentText(attendance.came, attendance.expected),
          )}
          note={
            data &&
            `${number(data.attendance.came)} of ${number(data.attendance.expected)} who signed up were present, last 30 days`
          }
        />
        <StatCard
          label="Shift Spots Filled"
          value={figureText(overview, ({ places }) => percentText(places.taken, places.offered))}
          note={
            data &&
            `${number(data.places.taken)} of ${number(data.places.offered)} spots, next 30 days`
          }
        />
      </div>
    </section>
  );
};
