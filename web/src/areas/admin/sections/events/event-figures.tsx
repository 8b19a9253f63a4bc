import { useOverview } from "#data/overview/queries.ts";
import { useEventStats } from "#data/events/resource.ts";
import { number } from "#lib/format.ts";
import { StatCard } from "#ui/stat-card.tsx";
import { figure } from "#admin/query-states.tsx";

export const EventFigures = () => {
  const stats = useEventStats();
  return (
    <div className="mb-6 grid grid-cols-2 gap-4 xl:grid-cols-4">
      <StatCard label="Upcoming" value={figure(stats, ({ upcoming }) => number(upcoming))} />
      <StatCard label="Ongoing" value={figure(stats, ({ ongoing }) => number(ongoing))} />
      <StatCard
        label="Volunteers Expected"
        value={figure(stats, ({ volunteersExpected }) => number(volunteersExpected))}
        note="at upcoming and ongoing events"
      />
      <StatCard
        label="Hours This Month"
        value={figure(useOverview(), ({ volunteerHours }) => number(volunteerHours))}
        note="not counting absences"
      />
    </div>
  );
};
