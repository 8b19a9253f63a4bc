import { useOverview } from "#data/overview/queries.ts";
import { useApplicationCounts } from "#data/volunteer-applications/queries.ts";
import { useVolunteerCounts } from "#data/volunteers/queries.ts";
import { number } from "#lib/format.ts";
import { StatCard } from "#ui/stat-card.tsx";
import { percent } from "#admin/percent.ts";
import { figure } from "#admin/query-states.tsx";

export const VolunteerFigures = () => {
  const volunteers = useVolunteerCounts();
  const overview = useOverview();
  const counts = useApplicationCounts();
  return (
    <div className="mb-6 grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      <StatCard label="Active" value={figure(volunteers, ({ active }) => number(active))} />
      <StatCard
        label="Hours This Month"
        value={figure(overview, ({ volunteerHours }) => number(volunteerHours))}
        note="not counting absences"
      />
      <StatCard label="New Applications" value={figure(counts, ({ pending }) => number(pending))} />
      <StatCard
        label="Retention Rate"
        value={figure(counts, ({ approved, all }) => percent(approved, all))}
        note="of all applications approved"
      />
    </div>
  );
};
