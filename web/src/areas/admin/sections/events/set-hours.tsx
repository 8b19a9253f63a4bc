import { useState } from "react";
import type { z } from "zod";
import { volunteerEventRegistrationEndpoints } from "#contracts/volunteer-event-registrations.ts";
import { useUpdateRecord } from "#data/resource.ts";
import { participants, type Participant } from "#data/volunteer-event-registrations/resource.ts";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { FormText } from "#kit/forms/form-fields.tsx";
import { FormNumber } from "#kit/forms/form-number.tsx";
import { RecordForm } from "#kit/forms/record-form.tsx";
import { timeRange } from "#lib/format.ts";
import { formatFullName } from "#rules/names.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";

const SCHEMA = volunteerEventRegistrationEndpoints.recordAttendance.body;
type HoursInput = z.input<typeof SCHEMA>;

interface ParticipantProps {
  readonly participant: Participant;
}

const HoursForm = ({ participant, onDone }: ParticipantProps & { readonly onDone: () => void }) => {
  const { id, checkedIn, checkedOut, enteredHours } = participant;
  const update = useUpdateRecord(participants);
  const owner = useDraftOwner();
  return (
    <RecordForm
      label="Save hours"
      schema={SCHEMA}
      values={{ checkedIn, checkedOut, hours: enteredHours }}
      draft={{ owner, form: `hours:${id}` }}
      failure={{ title: "We couldn't save the hours", fallback: "Please try again." }}
      onSave={async (values) => {
        await update.mutateAsync({ id, changes: values });
        showSuccess(`The hours of ${formatFullName(participant)} are saved`);
        onDone();
      }}
      onCancel={onDone}
    >
      <FormText<HoursInput> name="checkedIn" label="Check-in" type="time" />
      <FormText<HoursInput> name="checkedOut" label="Check-out" type="time" />
      <FormNumber<HoursInput>
        name="hours"
        label="Hours"
        description="Leave blank to count the time from check-in to check-out. Without those, the whole shift counts."
        className="sm:col-span-2"
      />
    </RecordForm>
  );
};

/** Shows the hours of someone who was there, and sets when they came and left or how many hours count. */
export const SetHours = ({ participant }: ParticipantProps) => {
  const [isOpen, setOpen] = useState(false);
  const name = formatFullName(participant);
  const text =
    participant.attendance === "confirmed" ? `${participant.hours.toFixed(2)} hours` : "Set hours";
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="-ml-3 tabular-nums underline"
        aria-label={`${text}: ${name}`}
        onClick={() => setOpen(true)}
      >
        {text}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={`Hours of ${name}`}
        description={`${participant.eventType}, ${timeRange(participant.startTime, participant.endTime)}. Saving marks the person present.`}
      >
        {isOpen && <HoursForm participant={participant} onDone={() => setOpen(false)} />}
      </Dialog>
    </>
  );
};
