import { useId } from "react";
import type { Shift } from "#data/events/mutations.ts";
import { useTimeZone } from "#lib/time/dates.tsx";
import { splitDate, countWithNoun } from "#lib/format.ts";
import { useTickingNow } from "#lib/time/ticking-now.ts";
import { cx } from "#ui/class-names.ts";
import { describeDaysUntil } from "../describe-days-until.ts";
import type { Shifts } from "../use-shifts.ts";
import { CalendarFileButton } from "./calendar-file-button.tsx";
import { ShiftFacts } from "./shift-facts.tsx";
import { useRequestedHeading } from "./use-requested-heading.ts";

const describeOthers = ({ registeredVolunteers }: Shift): string => {
  const otherCount = registeredVolunteers - 1;
  if (otherCount <= 0) return "You're the first to sign up.";
  return `${countWithNoun(otherCount, "other has", "others have")} signed up.`;
};

const Day = ({ date }: { readonly date: string }) => {
  const { month, day } = splitDate(date);
  return (
    <p
      aria-hidden="true"
      className="bg-primary text-primary-content rounded-box flex size-16 shrink-0 flex-col items-center justify-center leading-none sm:size-20"
    >
      <span className="text-sm font-semibold">{month}</span>
      <span className="font-display mt-1 text-2xl font-semibold sm:text-3xl">{day}</span>
    </p>
  );
};

interface UpcomingShiftCardProps {
  readonly volunteerId: string;
  readonly shift: Shift;
  /**
   * True while the shift is ongoing. It can no longer be changed, but the address may still be
   * needed.
   */
  readonly isOngoing?: boolean;
}

const UpcomingShiftCard = ({ volunteerId, shift, isOngoing }: UpcomingShiftCardProps) => {
  const id = useId();
  const headingRef = useRequestedHeading(shift);
  const now = useTickingNow();
  const timeZone = useTimeZone();
  return (
    // Not a landmark: several shifts may be ongoing, and landmarks need different names.
    <article
      aria-labelledby={id}
      className="card-box border-accent flex gap-4 border-l-4 p-5 sm:gap-6 sm:p-6"
    >
      <Day date={shift.date} />
      <div className="min-w-0 flex-1">
        <h2 id={id} ref={headingRef} tabIndex={-1} className="eyebrow">
          {isOngoing ? "Your current shift" : "Your next shift"}
        </h2>
        <p className="font-display text-title mt-0.5 font-semibold">{shift.eventType}</p>
        <p className="quiet">
          {isOngoing
            ? "Happening now. You're signed up."
            : describeDaysUntil(shift.date, now, timeZone)}
        </p>
        <div className="max-sm:mt-3 max-sm:-ml-20">
          <ShiftFacts shift={shift} />
          {shift.note && <p className="bg-base-200 mt-3 rounded-xl px-4 py-2.5">{shift.note}</p>}
          <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
            {!isOngoing && <p className="font-semibold">You're signed up</p>}
            <p className="quiet">{describeOthers(shift)}</p>
            {!isOngoing && (
              <CalendarFileButton volunteerId={volunteerId} shift={shift} describedBy={id} />
            )}
          </div>
        </div>
      </div>
    </article>
  );
};

export interface NextShiftProps {
  readonly volunteerId: string;
  readonly shifts: Shifts;
}

/**
 * Shows ongoing shifts and the next shift that the volunteer joined, which is canceled in the list of shifts (VDASH-36).
 * Renders nothing if there are none.
 */
export const NextShift = ({
  volunteerId,
  shifts: { ongoingShifts, nextShift },
}: NextShiftProps) => {
  if (!nextShift && ongoingShifts.length === 0) return null;
  return (
    <div
      className={cx(
        "mt-7 grid grid-cols-1 gap-6",
        nextShift && ongoingShifts.length > 0 && "lg:grid-cols-2",
      )}
    >
      {ongoingShifts.map((shift) => (
        <UpcomingShiftCard key={shift.id} volunteerId={volunteerId} shift={shift} isOngoing />
      ))}
      {nextShift && <UpcomingShiftCard volunteerId={volunteerId} shift={nextShift} />}
    </div>
  );
};
