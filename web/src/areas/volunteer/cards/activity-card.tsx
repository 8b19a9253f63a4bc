import Printer from "lucide-react/icons/printer";
import { useState } from "react";
import type { Shift } from "../../../data/events/queries.ts";
import { shortDay } from "../../../lib/format.ts";
import { paths } from "../../../lib/paths.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "../../../ui/states.tsx";
import type { Shifts } from "../use-shifts.ts";
import { ShowAll } from "./show-all.tsx";

const SHOWN_AT_FIRST = 5;

const NOTES: Readonly<Record<string, string>> = {
  expected: "The team has not confirmed these hours yet.",
  absent: "You were missed that day, so no hours count. Were you there? Please tell us.",
};

const Activity = ({ shift }: { readonly shift: Shift }) => {
  const note = NOTES[shift.attendance ?? ""];
  return (
    <li className="py-3.5">
      <div className="flex justify-between gap-4">
        <p className="font-semibold">{shift.eventType}</p>
        <p className="shrink-0 tabular-nums">
          {shift.attendance === "absent" ? "Absent" : `${shift.hours.toFixed(1)} hours`}
        </p>
      </div>
      <p className="quiet text-sm">
        <time dateTime={shift.startsAt}>{shortDay(shift.date)}</time>
        {note && `. ${note}`}
      </p>
    </li>
  );
};

const ActivityList = ({ completed }: { readonly completed: readonly Shift[] }) => {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? completed : completed.slice(0, SHOWN_AT_FIRST);
  if (completed.length === 0) {
    return (
      <EmptyState title="No recent activity">
        Shifts you took part in stand here afterwards, with their hours.
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="divide-base-300 divide-y">
        {shown.map((shift) => (
          <Activity key={shift.id} shift={shift} />
        ))}
      </ul>
      <ShowAll
        count={completed.length}
        atFirst={SHOWN_AT_FIRST}
        isShown={showsAll}
        onShown={setShowsAll}
      />
    </>
  );
};

/** Shifts that are over, latest first. Without her own events nothing of them is known, which is not the same as none. */
export const ActivityCard = ({ shifts }: { readonly shifts: Shifts }) => {
  const { query, areOwn, completed } = shifts;
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby="activity">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="activity" className="font-display text-title font-semibold">
          Recent Activity
        </h2>
        <LinkButton look="ghost" size="sm" to={paths.volunteerDashboard("certificate")}>
          <Printer aria-hidden="true" size={16} />
          Certificate of hours
        </LinkButton>
      </div>
      <p className="quiet mt-1 mb-3 text-sm">Hours are confirmed after the shift.</p>
      {query.isPending && (
        <Loading label="Loading your activity" className="grid gap-3">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </Loading>
      )}
      {areOwn && <ActivityList completed={completed} />}
      {!query.isPending && !areOwn && (
        <ErrorState
          title="Your activity could not be loaded"
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
    </section>
  );
};
