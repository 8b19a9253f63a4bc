import CalendarCheck from "lucide-react/icons/calendar-check";
import Clock from "lucide-react/icons/clock";
import { useOwnRegistrationTotals } from "../../../data/volunteer-event-registrations/queries.ts";
import { number } from "../../../lib/format.ts";
import { StatCard } from "../../../ui/stat-card.tsx";
import { ErrorState } from "../../../ui/states.tsx";

/** Hours of shifts that are over, to the whole hour (P§9), and their number. */
export const HoursCards = () => {
  const { data, error, isFetching, refetch } = useOwnRegistrationTotals();
  if (error) {
    return (
      <ErrorState
        title="Your hours could not be loaded"
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      >
        {error.message}
      </ErrorState>
    );
  }
  return (
    <div className="grid gap-4 self-start sm:grid-cols-2">
      <StatCard
        label="Total Hours"
        value={data && number(Math.round(data.totalHours))}
        icon={<Clock size={22} />}
      />
      <StatCard
        label="Shifts Completed"
        value={data && number(data.shiftsCompleted)}
        icon={<CalendarCheck size={22} />}
      />
    </div>
  );
};
