import { useOverview } from "#data/overview/queries.ts";
import { useEventStats } from "#data/events/resource.ts";
import { number } from "#lib/format.ts";
import { StatCard } from "#ui/stat-card.tsx";
import { figureText } from "#admin/query-states.tsx";

export const EventFigures = () => {
  const stats = useEventStats();
  return (
    <div className="mb-6 grid grid-cols-2 gap-4 xl:grid-cols-4">
      <StatCard label="Upcoming" value={figureText(stats, ({ upcoming }) => number(upcoming))} />
      <StatCard label="Ongoing" value={figureText(stats, ({ ongoing }) => number(ongoing))} />
      <StatCard
        label="Volunteers Expected"
        value={figureText(stats, ({ volunteersExpected }) => number(volunteersExpected))}
        note="at upcoming and ongoing events"
      />
      <StatCard
        label="Hours This Month"
        value={figureText(useOverview(), ({ volunteerHours }) => number(volunteerHours))}
        note="not counting absences"
      />
    </div>
  );
};
