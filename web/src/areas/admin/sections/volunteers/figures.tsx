import { Link } from "react-router-dom";
import { useOverview } from "#data/overview/queries.ts";
import { useApplicationCounts } from "#data/volunteer-applications/resource.ts";
import { useVolunteerCounts } from "#data/volunteers/resource.ts";
import { number } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { StatCard } from "#ui/stat-card.tsx";
import { percentText } from "#admin/percent.ts";
import { figureText } from "#admin/query-states.tsx";

export const VolunteerFigures = () => {
  const volunteerCounts = useVolunteerCounts();
  const overview = useOverview();
  const applicationCounts = useApplicationCounts();
  return (
    <div className="mb-6 grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      <StatCard
        label="Active"
        value={figureText(volunteerCounts, ({ active }) => number(active))}
        note={
          <Link to={paths.dashboard("settings", "volunteer-accounts")} className="link">
            Volunteer Accounts
          </Link>
        }
      />
      <StatCard
        label="Hours This Month"
        value={figureText(overview, ({ volunteerHours }) => number(volunteerHours))}
        note="not counting absences"
      />
      <StatCard
        label="New Applications"
        value={figureText(applicationCounts, ({ pending }) => number(pending))}
      />
      <StatCard
        label="Retention Rate"
        value={figureText(applicationCounts, ({ approved, all }) => percentText(approved, all))}
        note="of all applications approved"
      />
    </div>
  );
};
