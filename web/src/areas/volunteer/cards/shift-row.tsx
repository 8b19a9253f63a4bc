import { useId } from "react";
import type { Shift } from "#data/events/mutations.ts";
import { Badge } from "#ui/badge.tsx";
import { CalendarFileButton } from "./calendar-file-button.tsx";
import { ShiftButton } from "./shift-button.tsx";
import { ShiftFacts } from "./shift-facts.tsx";
import { useRequestedHeading } from "./use-requested-heading.ts";

const describeSpot = ({ isJoined, waitlistPosition, placesLeft }: Shift): string | null => {
  if (isJoined) return "You're signed up";
  if (waitlistPosition !== null) return `You're number ${waitlistPosition} on the waiting list`;
  if (placesLeft === null) return null;
  if (placesLeft === 0) return "Full, but you can join the waiting list";
  return placesLeft === 1 ? "1 spot left" : `${placesLeft} spots left`;
};

/** Whether the volunteer asked for the shift when they applied, and hasn't signed up for it yet. */
export const isOffered = ({ isWanted, isJoined, waitlistPosition }: Shift): boolean =>
  isWanted && !isJoined && waitlistPosition === null;

interface RowProps {
  readonly volunteerId: string;
  readonly shift: Shift;
  /** True for the next shift that the volunteer joined, which has a card above the list with the rest. */
  readonly isNext: boolean;
}

export const UpcomingShift = ({ volunteerId, shift, isNext }: RowProps) => {
  const id = useId();
  const spotText = describeSpot(shift);
  const headingRef = useRequestedHeading(shift);
  return (
    <li className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 py-4 last:pb-1">
      <div className="min-w-0 grow basis-72">
        <h3
          id={id}
          ref={isNext ? null : headingRef}
          tabIndex={-1}
          className="flex flex-wrap items-center gap-x-2 text-lg font-semibold"
        >
          {shift.eventType}
          {isNext && <Badge tone="now">Your next shift</Badge>}
        </h3>
        <ShiftFacts shift={shift} />
        {shift.note && !isNext && <p className="quiet mt-1.5 text-sm">{shift.note}</p>}
        {isOffered(shift) && (
          <p className="mt-1.5 text-sm font-semibold">
            You asked for this shift when you applied. Sign up to save your spot.
          </p>
        )}
        {spotText && !isNext && <p className="mt-1.5 text-sm font-semibold">{spotText}</p>}
      </div>
      <div className="flex flex-wrap gap-2 sm:flex-col-reverse sm:items-end">
        <ShiftButton volunteerId={volunteerId} shift={shift} describedBy={id} />
        {shift.isJoined && !isNext && (
          <CalendarFileButton volunteerId={volunteerId} shift={shift} describedBy={id} />
        )}
      </div>
    </li>
  );
};
