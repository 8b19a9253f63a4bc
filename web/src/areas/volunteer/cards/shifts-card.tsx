import { useState } from "react";
import type { Shift } from "../../../data/events/queries.ts";
import { serverMessage } from "../../../lib/refusals.ts";
import { RetryNotice } from "../../../ui/retry-notice.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "../../../ui/states.tsx";
import type { Shifts } from "../use-shifts.ts";
import { ShowAll } from "./show-all.tsx";
import { ShiftUnderWay, UpcomingShift } from "./shift-row.tsx";

const SHOWN_AT_FIRST = 5;

export interface ShiftsCardProps {
  readonly volunteerId: string;
  readonly shifts: Shifts;
}

const isChosen = ({ isJoined, waitlistPosition }: Shift) => isJoined || waitlistPosition !== null;

const ShiftList = ({ volunteerId, shifts: { upcoming, underWay } }: ShiftsCardProps) => {
  const [showsAll, setShowsAll] = useState(false);
  const first = upcoming.filter((shift, index) => index < SHOWN_AT_FIRST || isChosen(shift));
  const shown = showsAll ? upcoming : first;
  return (
    <>
      <ul className="divide-base-300 divide-y">
        {underWay.map((shift) => (
          <ShiftUnderWay key={shift.id} shift={shift} />
        ))}
        {shown.map((shift) => (
          <UpcomingShift key={shift.id} volunteerId={volunteerId} shift={shift} />
        ))}
      </ul>
      {upcoming.length === 0 && (
        <EmptyState title="No upcoming shifts available">
          New ones stand here as soon as the team has planned them.
        </EmptyState>
      )}
      <ShowAll
        count={upcoming.length}
        atFirst={first.length}
        isShown={showsAll}
        onShown={setShowsAll}
      />
    </>
  );
};

const WithoutOwn = ({ query }: { readonly query: Shifts["query"] }) => (
  <div className="mt-4">
    <RetryNotice title="We could not load which shifts you have joined" query={query}>
      All upcoming shifts are listed. Yours are kept, they are only not marked here.
    </RetryNotice>
  </div>
);

export const ShiftsCard = ({ volunteerId, shifts }: ShiftsCardProps) => {
  const { query, areOwn } = shifts;
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby="shifts">
      <h2 id="shifts" className="font-display text-title font-semibold">
        Upcoming Shifts
      </h2>
      {query.isPending && (
        <Loading label="Loading the shifts" className="mt-5 grid gap-4">
          <Skeleton className="h-28" />
          <Skeleton className="h-28" />
          <Skeleton className="h-28" />
        </Loading>
      )}
      {query.isLoadingError && (
        <div className="mt-4">
          <ErrorState
            title="The shifts could not be loaded"
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          >
            {serverMessage(query.error) ?? "Please check your connection."}
          </ErrorState>
        </div>
      )}
      {query.data && !areOwn && <WithoutOwn query={query} />}
      {query.data && <ShiftList volunteerId={volunteerId} shifts={shifts} />}
    </section>
  );
};
