import { useEffect, useRef, useState } from "react";
import { type Shift, useJoinEvent, useLeaveEvent } from "#data/events/mutations.ts";
import { isUnauthorized } from "#lib/api/api-error.ts";
import { calendarDay } from "#lib/format.ts";
import { logError } from "#lib/log.ts";
import { getQuestion } from "#lib/api/write-errors.ts";
import { endsSession } from "#lib/api/refusals.ts";
import { Button } from "#ui/button.tsx";
import { showFailure, type FailureMessage } from "#ui/messages/show-failure.ts";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";
import { showToast } from "#ui/messages/toast.ts";
import { rememberShiftToJoin } from "../join-path.ts";

/** Skips the toast if the error ends the session, because the page then shows the reason. */
const showFailureUnlessSessionEnded = (title: string, error: unknown, message: FailureMessage) =>
  endsSession(error) ? logError(title, error) : showFailure(title, error, message);

const useJoin = (volunteerId: string, { id }: Shift) => {
  const { mutateAsync, isPending } = useJoinEvent(volunteerId);
  /** Says that another shift is at the same time, until the volunteer decides. */
  const [overlap, setOverlap] = useState<string | null>(null);
  const join = async (anyway = false) => {
    rememberShiftToJoin(id);
    try {
      const { status, waitlistPosition } = await mutateAsync({ eventId: id, anyway });
      rememberShiftToJoin(null);
      showSuccess(
        status === "joined"
          ? {
              title: "Successfully joined event!",
              description: "You've been registered for this shift.",
            }
          : {
              title: "You're on the waiting list",
              description: `You're number ${waitlistPosition}. We'll email you as soon as you get a spot.`,
            },
      );
    } catch (error) {
      if (!isUnauthorized(error)) rememberShiftToJoin(null);
      const question = getQuestion(error, "overlaps");
      if (question !== null) {
        setOverlap(question);
        return;
      }
      showFailureUnlessSessionEnded("A shift could not be joined", error, {
        title: "Error joining event",
        fallback: "Unable to join this event at the moment.",
      });
    }
  };
  return { join, isJoining: isPending, overlap, closeOverlap: () => setOverlap(null) };
};

const useLeave = (volunteerId: string, { id, waitlistPosition }: Shift) => {
  const { mutateAsync } = useLeaveEvent(volunteerId);
  return async () => {
    try {
      await mutateAsync(id);
      showToast({ title: waitlistPosition === null ? "Left event" : "Left waiting list" });
    } catch (error) {
      showFailureUnlessSessionEnded("Could not cancel the shift", error, {
        title: "Error leaving event",
        fallback: "Nothing has changed. Please try again.",
      });
    }
  };
};

const getConfirmation = ({ eventType, date, waitlistPosition, placeIsAwaited }: Shift) => {
  const shiftName = `${eventType} on ${calendarDay(date)}`;
  return waitlistPosition === null
    ? {
        title: "Cancel your shift?",
        body: placeIsAwaited ? `${shiftName}. Your spot will go to someone else.` : `${shiftName}.`,
        confirmLabel: "Cancel my shift",
        cancelLabel: "Keep my shift",
      }
    : {
        title: "Leave the waiting list?",
        body: `${shiftName}. You're number ${waitlistPosition} now. If you join again, you'll go to the end of the list.`,
        confirmLabel: "Leave the list",
        cancelLabel: "Stay on the list",
      };
};

const getLabel = ({ isJoined, waitlistPosition, placesLeft }: Shift) => {
  if (waitlistPosition !== null && placesLeft !== null && placesLeft > 0) return "Take the Spot";
  if (isJoined || waitlistPosition !== null) return "Cancel";
  return placesLeft === 0 ? "Join Waiting List" : "Join Shift";
};

export interface ShiftButtonProps {
  readonly volunteerId: string;
  readonly shift: Shift;
  /** The id of the element that names the shift. */
  readonly describedBy: string;
}

/**
 * The shift whose button was pressed last. Joining moves a shift from the list to its own card and leaving moves it
 * back, so another button may have to take the focus.
 */
let pressedShiftId: string | null = null;

/**
 * Joins or leaves a shift. It's a single button, so it keeps the focus when its label changes. Only someone who can take
 * a free spot gets a second one, to leave the waiting list instead.
 */
export const ShiftButton = ({ volunteerId, shift, describedBy }: ShiftButtonProps) => {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [shiftToLeave, setShiftToLeave] = useState<Shift | null>(null);
  const { join, isJoining, overlap, closeOverlap } = useJoin(volunteerId, shift);
  const leave = useLeave(volunteerId, shift);
  const label = getLabel(shift);

  // A button that is busy, or that moved with its shift, has lost the focus; restore the focus afterward.
  useEffect(() => {
    if (isJoining || pressedShiftId !== shift.id) return;
    if (document.activeElement === document.body) buttonRef.current?.focus();
  }, [isJoining, shift.id]);

  // The button was busy when the question appeared, so the dialog can't return the focus to it.
  useEffect(() => {
    if (overlap === null) return undefined;
    const button = buttonRef.current;
    return () => button?.focus();
  }, [overlap]);

  const askToLeave = () => {
    pressedShiftId = shift.id;
    setShiftToLeave(shift);
  };
  const press = () => {
    if (label === "Cancel") return askToLeave();
    pressedShiftId = shift.id;
    return join();
  };

  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          ref={buttonRef}
          variant={label === "Cancel" ? "outline" : "primary"}
          size="sm"
          busy={isJoining}
          aria-describedby={describedBy}
          aria-haspopup={label === "Cancel" ? "dialog" : undefined}
          onClick={() => void press()}
        >
          {label}
        </Button>
        {label === "Take the Spot" && (
          <Button
            variant="outline"
            size="sm"
            disabled={isJoining}
            aria-describedby={describedBy}
            aria-haspopup="dialog"
            onClick={askToLeave}
          >
            Leave the List
          </Button>
        )}
      </div>
      {overlap !== null && (
        <ConfirmDialog
          open
          title="Error joining event"
          body={overlap}
          confirmLabel="Join anyway"
          onConfirm={async () => {
            await join(true);
            closeOverlap();
          }}
          onCancel={closeOverlap}
        />
      )}
      {shiftToLeave && (
        <ConfirmDialog
          open
          {...getConfirmation(shiftToLeave)}
          destructive
          onConfirm={async () => {
            await leave();
            setShiftToLeave(null);
          }}
          onCancel={() => setShiftToLeave(null)}
        />
      )}
    </>
  );
};
