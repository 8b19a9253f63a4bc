import Check from "lucide-react/icons/check";
import X from "lucide-react/icons/x";
import type { ComponentType } from "react";
import { formatFullName } from "#rules/names.ts";
import { useUpdateRecord } from "#data/resource.ts";
import {
  participants,
  useRemoveParticipant,
  type Attendance,
  type Participant,
} from "#data/volunteer-event-registrations/resource.ts";
import { RowMenu } from "#kit/lists/row-menu.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/class-names.ts";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { ConfirmButton } from "#admin/confirm-button.tsx";
import { useEmailBox } from "#admin/use-email-box.tsx";
import { ContactLinks, PhoneLink } from "#admin/contact-links.tsx";
import { VolunteerLink } from "#admin/volunteer-link.tsx";
import { SetHours } from "./set-hours.tsx";

export const ATTENDANCE_LABELS: Readonly<Record<Attendance, string>> = {
  expected: "Not marked yet",
  confirmed: "Present",
  absent: "Absent",
};

interface AttendanceButtonProps {
  readonly participant: Participant;
  readonly value: Exclude<Attendance, "expected">;
  readonly icon: ComponentType<{ readonly size?: number; readonly "aria-hidden"?: "true" }>;
  readonly disabled?: boolean;
}

/** Records attendance. Pressing the same button again clears it. */
const AttendanceButton = ({
  participant,
  value,
  icon: Icon,
  disabled = false,
}: AttendanceButtonProps) => {
  const update = useUpdateRecord(participants);
  const isPressed = participant.attendance === value;
  const recordAttendance = async () => {
    const attendance = isPressed ? "expected" : value;
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
      aria-label={`${formatFullName(participant)}: ${ATTENDANCE_LABELS[value]}`}
      aria-busy={update.isPending || undefined}
      data-attendance={value}
      // Stays enabled while saving, because a disabled button would lose focus.
      disabled={disabled}
      className={cx("min-h-12 gap-1.5 px-2", value === "absent" ? "flex-[1.5]" : "flex-1")}
      onClick={() => !update.isPending && void recordAttendance()}
    >
      <Icon aria-hidden="true" size={18} />
      {ATTENDANCE_LABELS[value]}
    </Button>
  );
};

interface RemoveParticipantProps {
  readonly participant: Participant;
  readonly hasStarted: boolean;
}

export const RemoveParticipant = ({ participant, hasStarted }: RemoveParticipantProps) => {
  const remove = useRemoveParticipant();
  const { sendsEmail, emailBox } = useEmailBox(
    `Email ${formatFullName(participant)} about it`,
    participant.email !== null,
  );
  const removeParticipant = async () => {
    try {
      await remove.mutateAsync({ id: participant.id, sendsEmail });
      showSuccess(`${formatFullName(participant)} was removed`);
    } catch (error) {
      showFailure("The volunteer could not be removed", error, {
        title: "Error",
        fallback: "We couldn't remove the volunteer. Please try again.",
      });
    }
  };
  return (
    <ConfirmButton
      variant="ghost"
      className="text-error"
      aria-label={`Remove ${formatFullName(participant)}`}
      confirmation={{
        title: `Remove ${formatFullName(participant)} from this event?`,
        body: hasStarted ? (
          "Any hours counted for this event are removed, too."
        ) : (
          <>
            <p className="mb-3">The first person on the waiting list gets the spot.</p>
            {emailBox}
          </>
        ),
        confirmLabel: "Remove",
        destructive: true,
      }}
      onConfirm={removeParticipant}
    >
      Remove
    </ConfirmButton>
  );
};

interface EmergencyContactProps {
  /** Whose contact this is. */
  readonly name: string;
  readonly contactName: string | null;
  readonly phone: string | null;
}

/** Whom to call, shown on a tap, so that a roster on a table doesn't show it to everyone. */
const EmergencyContact = ({ name, contactName, phone }: EmergencyContactProps) => (
  <details className="text-sm">
    <summary
      className="link inline-block cursor-pointer py-1"
      aria-label={`Emergency contact of ${name}`}
    >
      Emergency contact
    </summary>
    <p className="bg-base-200 rounded-box mt-1 px-3 py-2">
      {contactName}
      {contactName && phone && ", "}
      {phone && <PhoneLink phone={phone} />}
    </p>
  </details>
);

interface ParticipantCardProps extends RemoveParticipantProps {
  /** Whether people can be marked present, which is from an hour before the start. */
  readonly hasCheckIn: boolean;
}

/** A participant with attendance buttons sized for touch. */
export const ParticipantCard = ({ participant, hasStarted, hasCheckIn }: ParticipantCardProps) => (
  <div className="grid items-center gap-3 sm:grid-cols-[1fr_auto]">
    <div className="flex min-w-0 items-start justify-between gap-3">
      <div className="min-w-0">
        <VolunteerLink id={participant.personId}>{formatFullName(participant)}</VolunteerLink>
        {!participant.isActive && <Badge>Disabled</Badge>}
        {hasStarted && participant.isLatePromotion && participant.attendance === "expected" && (
          <span className="quiet block text-sm">
            Moved up shortly before the start, so please mark them yourself.
          </span>
        )}
        <ContactLinks {...participant} className="block text-sm" />
        {participant.emergencyContact && (
          <EmergencyContact name={formatFullName(participant)} {...participant.emergencyContact} />
        )}
        {hasCheckIn && participant.attendance !== "absent" && (
          <SetHours participant={participant} />
        )}
      </div>
      <RowMenu name={formatFullName(participant)}>
        <RemoveParticipant participant={participant} hasStarted={hasStarted} />
      </RowMenu>
    </div>
    <fieldset
      aria-label={`Attendance for ${formatFullName(participant)}`}
      className="flex gap-2 sm:w-80"
    >
      <AttendanceButton
        participant={participant}
        value="confirmed"
        icon={Check}
        disabled={!hasCheckIn}
      />
      <AttendanceButton participant={participant} value="absent" icon={X} />
    </fieldset>
  </div>
);
