import { useEffect, useId, useRef } from "react";
import type { Shift } from "#data/events/queries.ts";
import { CalendarFileButton } from "./calendar-file-button.tsx";
import { ShiftButton } from "./shift-button.tsx";
import { ShiftFacts } from "./shift-facts.tsx";

const placeOf = ({ isJoined, waitlistPosition, placesLeft }: Shift): string | null => {
  if (isJoined) return "You're signed up";
  if (waitlistPosition !== null) return `You're number ${waitlistPosition} on the waiting list`;
  if (placesLeft === null) return null;
  if (placesLeft === 0) return "Full, but you can join the waiting list";
  return placesLeft === 1 ? "1 spot left" : `${placesLeft} spots left`;
};

interface RowProps {
  readonly volunteerId: string;
  readonly shift: Shift;
}

/** `isWanted`: the URL asks for this shift, so it receives focus. */
export const UpcomingShift = ({
  volunteerId,
  shift,
  isWanted = false,
}: RowProps & { readonly isWanted?: boolean }) => {
  const id = useId();
  const place = placeOf(shift);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    heading.current?.scrollIntoView({ block: "center" });
    heading.current?.focus({ preventScroll: true });
  }, [isWanted]);
  return (
    <li className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 py-4 last:pb-1">
      <div className="min-w-0 grow basis-72">
        <h3 id={id} ref={heading} tabIndex={-1} className="text-lg font-semibold">
          {shift.eventType}
        </h3>
        <ShiftFacts shift={shift} />
        {shift.note && <p className="quiet mt-1.5 text-sm">{shift.note}</p>}
        {place && <p className="mt-1.5 text-sm font-semibold">{place}</p>}
      </div>
      <div className="flex flex-wrap gap-2 sm:flex-col-reverse sm:items-end">
        <ShiftButton volunteerId={volunteerId} shift={shift} describedBy={id} />
        {shift.isJoined && (
          <CalendarFileButton volunteerId={volunteerId} shift={shift} describedBy={id} />
        )}
      </div>
    </li>
  );
};
