import { useState } from "react";
import type { Shift } from "#data/events/mutations.ts";
import { getServerMessage } from "#lib/api/refusals.ts";
import { Badge } from "#ui/badge.tsx";
import { RetryNotice } from "#ui/messages/retry-notice.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#ui/states.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import type { Shifts } from "../use-shifts.ts";
import { ShowAll } from "./show-all.tsx";
import { ShiftFacts } from "./shift-facts.tsx";
import { isOffered, UpcomingShift } from "./shift-row.tsx";
import { useIsRequested } from "./use-requested-heading.ts";

const INITIAL_COUNT = 3;

export interface ShiftsCardProps {
  readonly volunteerId: string;
  readonly shifts: Shifts;
}

const isChosen = ({ isJoined, waitlistPosition }: Shift) => isJoined || waitlistPosition !== null;

/**
 * Returns the shifts to list first. A volunteer without an upcoming shift sees the shifts with open spots, if there are
 * any.
 */
const pickFirstShifts = (
  listedShifts: readonly Shift[],
  hasNoNextShift: boolean,
): readonly Shift[] => {
  const shiftsWithSpots = listedShifts.filter(({ placesLeft }) => placesLeft !== 0);
  return (hasNoNextShift && shiftsWithSpots.length > 0 ? shiftsWithSpots : listedShifts).slice(
    0,
    INITIAL_COUNT,
  );
};

const ShiftList = ({ volunteerId, shifts }: ShiftsCardProps) => {
  const { upcomingShifts, nextShift, areSignUpsKnown } = shifts;
  const [showsAll, setShowsAll] = useState(false);
  const isRequested = useIsRequested();
  const otherShifts = upcomingShifts.filter((shift) => shift !== nextShift);
  const firstShifts = pickFirstShifts(otherShifts, areSignUpsKnown && !nextShift);
  const initialShifts = upcomingShifts.filter(
    (shift) =>
      firstShifts.includes(shift) || isChosen(shift) || isOffered(shift) || isRequested(shift),
  );
  const shownShifts = showsAll ? upcomingShifts : initialShifts;
  return (
    <>
      {areSignUpsKnown && !nextShift && upcomingShifts.length > 0 && (
        <p className="quiet mt-1">Pick your next shift and save your spot.</p>
      )}
      <ul className="divide-base-300 divide-y">
        {shownShifts.map((shift) => (
          <UpcomingShift
            key={shift.id}
            volunteerId={volunteerId}
            shift={shift}
            isNext={shift === nextShift}
          />
        ))}
      </ul>
      {upcomingShifts.length === 0 && (
        <EmptyState title="No upcoming shifts available">
          New shifts appear here as soon as they're scheduled.
        </EmptyState>
      )}
      {nextShift && otherShifts.length === 0 && (
        <p className="quiet mt-1">Your next shift is the only one scheduled right now.</p>
      )}
      <ShowAll
        count={upcomingShifts.length}
        initialCount={initialShifts.length}
        isExpanded={showsAll}
        onExpandedChange={setShowsAll}
      />
    </>
  );
};

/** Shifts that the volunteer had joined or was waiting for, so that nobody wonders where they went. */
const CanceledShifts = ({ canceledShifts }: Pick<Shifts, "canceledShifts">) =>
  canceledShifts.length > 0 && (
    <>
      <h3 id="canceled-shifts" className="mt-5 font-semibold">
        Canceled
      </h3>
      <ul className="divide-base-300 divide-y" aria-labelledby="canceled-shifts">
        {canceledShifts.map((shift) => (
          <li key={shift.id} className="py-4 last:pb-1">
            <p className="flex flex-wrap items-center gap-2 font-semibold">
              {shift.eventType}
              <Badge>Canceled</Badge>
            </p>
            <ShiftFacts shift={shift} />
          </li>
        ))}
      </ul>
    </>
  );

const SignUpsError = ({ query }: { readonly query: Shifts["query"] }) => (
  <div className="mt-4">
    <RetryNotice title="We couldn't load your sign-ups" query={query}>
      Here are all upcoming shifts. You're still signed up for yours; they just aren't marked here.
    </RetryNotice>
  </div>
);

export const ShiftsCard = ({ volunteerId, shifts }: ShiftsCardProps) => {
  const { query, areSignUpsKnown } = shifts;
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby="shifts">
      <SectionHeading id="shifts">Upcoming Shifts</SectionHeading>
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
            title="We couldn't load the shifts"
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          >
            {getServerMessage(query.error) ?? "Please check your connection and try again."}
          </ErrorState>
        </div>
      )}
      {query.data && !areSignUpsKnown && <SignUpsError query={query} />}
      {query.data && <ShiftList volunteerId={volunteerId} shifts={shifts} />}
      <CanceledShifts canceledShifts={shifts.canceledShifts} />
    </section>
  );
};
