import Check from "lucide-react/icons/check";
import X from "lucide-react/icons/x";
import { useState, type ComponentType } from "react";
import { useRemoveRecord, useUpdateRecord } from "#data/resource.ts";
import {
  participants,
  type Attendance,
  type Participant,
} from "#data/volunteer-event-registrations/resource.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/class-names.ts";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";

export const ATTENDANCE_LABELS: Readonly<Record<Attendance, string>> = {
  expected: "Not marked yet",
  confirmed: "Present",
  absent: "Absent",
};

const fullName = ({ firstName, lastName }: Participant) => `${firstName} ${lastName}`.trim();

interface AnswerProps {
  readonly participant: Participant;
  readonly answer: Exclude<Attendance, "expected">;
  readonly icon: ComponentType<{ readonly size?: number; readonly "aria-hidden"?: "true" }>;
  readonly disabled?: boolean;
}

/** Records attendance. Pressing the current answer again clears it. */
const AnswerButton = ({ participant, answer, icon: Icon, disabled = false }: AnswerProps) => {
  const update = useUpdateRecord(participants);
  const isPressed = participant.attendance === answer;
  const record = async () => {
    const attendance = isPressed ? "expected" : answer;
    try {
      await update.mutateAsync({ id: participant.id, changes: { attendance } });
    } catch (error) {
      showFailure("Attendance could not be recorded", error, {
        title: "Error",
        fallback: "We couldn't record the attendance. Please try again.",
      });
    }
  };
  return (
    <Button
      variant={isPressed ? "primary" : "outline"}
      aria-pressed={isPressed}
      aria-label={`${fullName(participant)}: ${ATTENDANCE_LABELS[answer]}`}
      aria-busy={update.isPending || undefined}
      data-answer={answer}
      // Uses `aria-disabled` while saving, because `disabled` would drop the focus.
      disabled={disabled}
      className={cx("min-h-12 gap-1.5 px-2", answer === "absent" ? "flex-[1.5]" : "flex-1")}
      onClick={() => !update.isPending && void record()}
    >
      <Icon aria-hidden="true" size={18} />
      {ATTENDANCE_LABELS[answer]}
    </Button>
  );
};

const RemoveParticipant = ({ participant }: { readonly participant: Participant }) => {
  const [isAsking, setAsking] = useState(false);
  const remove = useRemoveRecord(participants);
  const close = () => setAsking(false);
  const confirm = async () => {
    try {
      await remove.mutateAsync(participant.id);
      showSuccess(`${fullName(participant)} was removed`);
    } catch (error) {
      showFailure("The volunteer could not be removed", error, {
        title: "Error",
        fallback: "We couldn't remove the volunteer. Please try again.",
      });
    }
    close();
  };
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="text-error"
        aria-label={`Remove ${fullName(participant)}`}
        onClick={() => setAsking(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`Remove ${fullName(participant)} from this event?`}
        body="Any hours counted for this event are removed too, and the first person on the waiting list gets the spot. We won't email the volunteer, so please tell them yourself."
        confirmLabel="Remove"
        destructive
        onConfirm={confirm}
        onCancel={close}
      />
    </>
  );
};

export interface ParticipantCardProps {
  readonly participant: Participant;
  readonly hasStarted: boolean;
}

/** A participant with attendance buttons sized for touch. */
export const ParticipantCard = ({ participant, hasStarted }: ParticipantCardProps) => (
  <div className="grid items-center gap-3 sm:grid-cols-[1fr_auto]">
    <div className="flex min-w-0 items-start justify-between gap-3">
      <p className="min-w-0">
        <span className="font-semibold">{fullName(participant)}</span>
        <a className="link block text-sm break-words" href={`mailto:${participant.email}`}>
          {participant.email}
        </a>
      </p>
      <RemoveParticipant participant={participant} />
    </div>
    <fieldset aria-label={`Attendance for ${fullName(participant)}`} className="flex gap-2 sm:w-80">
      <AnswerButton
        participant={participant}
        answer="confirmed"
        icon={Check}
        disabled={!hasStarted}
      />
      <AnswerButton participant={participant} answer="absent" icon={X} />
    </fieldset>
  </div>
);
