import CalendarPlus from "lucide-react/icons/calendar-plus";
import { useId, type ReactNode } from "react";
import { useSaveEventCalendar } from "../../../data/events/mutations.ts";
import type { Shift } from "../../../data/events/queries.ts";
import { Button } from "../../../ui/button.tsx";
import { tellFailure } from "../../../ui/tell-failure.ts";
import { ShiftButton } from "./shift-button.tsx";
import { ShiftFacts } from "./shift-facts.tsx";

const placeOf = ({ isJoined, waitlistPosition, placesLeft }: Shift): string | null => {
  if (isJoined) return "You have a place";
  if (waitlistPosition !== null) return `You are number ${waitlistPosition} on the waiting list`;
  if (placesLeft === null) return null;
  if (placesLeft === 0) return "Full: you can join the waiting list";
  return placesLeft === 1 ? "1 place left" : `${placesLeft} places left`;
};

interface RowProps {
  readonly volunteerId: string;
  readonly shift: Shift;
}

const CalendarFileButton = ({
  volunteerId,
  shift,
  describedBy,
}: RowProps & { readonly describedBy: string }) => {
  const save = useSaveEventCalendar(volunteerId);
  const download = () =>
    save.mutate(shift.id, {
      onError: (error) =>
        tellFailure("A shift's calendar file could not be downloaded", error, {
          title: "Download Failed",
          fallback: "The file did not arrive. Please try again.",
        }),
    });
  return (
    <Button
      look="ghost"
      size="sm"
      busy={save.isPending}
      aria-describedby={describedBy}
      onClick={download}
    >
      <CalendarPlus aria-hidden="true" size={16} />
      Add to calendar
    </Button>
  );
};

const Row = ({
  id,
  shift,
  note,
  children,
}: {
  readonly id: string;
  readonly shift: Shift;
  readonly note: string | null;
  readonly children?: ReactNode;
}) => (
  <li className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 py-5 last:pb-1">
    <div className="min-w-0 grow basis-72">
      <h3 id={id} className="text-lg font-semibold">
        {shift.eventType}
      </h3>
      <ShiftFacts shift={shift} />
      {note && <p className="mt-2 text-sm font-semibold">{note}</p>}
    </div>
    {children && <div className="flex flex-wrap gap-2">{children}</div>}
  </li>
);

export const UpcomingShift = ({ volunteerId, shift }: RowProps) => {
  const id = useId();
  return (
    <Row id={id} shift={shift} note={placeOf(shift)}>
      <ShiftButton volunteerId={volunteerId} shift={shift} describedBy={id} />
      {shift.isJoined && (
        <CalendarFileButton volunteerId={volunteerId} shift={shift} describedBy={id} />
      )}
    </Row>
  );
};

/** Begun, so there is nothing to decide; where it is may still be asked. */
export const ShiftUnderWay = ({ shift }: { readonly shift: Shift }) => (
  <Row id={useId()} shift={shift} note="Happening now. You have a place." />
);
