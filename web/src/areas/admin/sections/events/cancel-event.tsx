import type { z } from "zod";
import { eventEndpoints } from "#contracts/events.ts";
import { useCancelEvent, useReinstateEvent, type AdminEvent } from "#data/events/resource.ts";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { FormArea } from "#kit/forms/form-fields.tsx";
import { RecordForm } from "#kit/forms/record-form.tsx";
import { RowAction } from "#kit/lists/row-menu.tsx";
import { useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { countWithNoun, number } from "#lib/format.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { ConfirmButton } from "#admin/confirm-button.tsx";
import { eventName } from "./event-texts.tsx";

const SCHEMA = eventEndpoints.cancelEvent.body.required();

type CancelInput = z.input<typeof SCHEMA>;

/** States how many people will get an email. */
const emailNotice = ({ registeredVolunteers, waitingVolunteers }: AdminEvent): string => {
  if (registeredVolunteers + waitingVolunteers === 0)
    return "No one has signed up, so no emails will go out.";
  const registeredPhrase = `the ${countWithNoun(registeredVolunteers, "person", "people")} who signed up`;
  const waitingPhrase =
    waitingVolunteers === 0 ? "" : ` and the ${number(waitingVolunteers)} on the waiting list`;
  return `We'll email ${registeredPhrase}${waitingPhrase}.`;
};

const DELETED_TEXT = "Someone deleted this event.";

interface EventProps {
  readonly event: AdminEvent;
}

const CancelForm = ({ event, onDone }: EventProps & { readonly onDone: () => void }) => {
  const cancel = useCancelEvent();
  const owner = useDraftOwner();
  return (
    <RecordForm
      label="Cancel event"
      cancelLabel="Keep event"
      schema={SCHEMA}
      values={{ reason: null }}
      draft={{ owner, form: `cancel event ${event.id}` }}
      failure={{ title: "Error", fallback: "We couldn't cancel the event. Please try again." }}
      deletedText={DELETED_TEXT}
      onSave={async (values) => {
        const { reason } = SCHEMA.parse(values);
        await cancel.mutateAsync({ id: event.id, reason });
        showSuccess({
          title: "The event was canceled",
          description: emailNotice(event),
        });
        onDone();
      }}
      onCancel={onDone}
    >
      <FormArea<CancelInput>
        name="reason"
        label="Reason"
        description="Appears in the email just as you write it."
        className="sm:col-span-2"
      />
    </RecordForm>
  );
};

/** Asks for confirmation and states how many people will get an email. */
export const CancelEvent = ({ event }: EventProps) => {
  const { id, open, close } = useOpenedRecord("cancel");
  return (
    <>
      <RowAction aria-label={`Cancel ${eventName(event)}`} onClick={() => open(event.id)}>
        Cancel
      </RowAction>
      <Dialog
        open={id === event.id}
        onClose={close}
        isInUrl
        size="sm"
        title={`Cancel ${eventName(event)}?`}
        description={`${emailNotice(event)} Calendars will show it as canceled.`}
      >
        <CancelForm event={event} onDone={close} />
      </Dialog>
    </>
  );
};

export const ReinstateEvent = ({ event }: EventProps) => {
  const reinstate = useReinstateEvent();
  const reinstateEvent = async () => {
    try {
      await reinstate.mutateAsync(event.id);
      showSuccess("The event is back on");
    } catch (error) {
      showFailure("The event could not be reinstated", error, {
        title: "Error",
        fallback: "We couldn't reinstate the event. Please try again.",
        goneText: DELETED_TEXT,
      });
    }
  };
  return (
    <ConfirmButton
      aria-label={`Reinstate ${eventName(event)}`}
      confirmation={{
        title: `Reinstate ${eventName(event)}?`,
        body: `${emailNotice(event)} Everyone keeps their spot.`,
        confirmLabel: "Reinstate event",
        cancelLabel: "Keep it canceled",
      }}
      onConfirm={reinstateEvent}
    >
      Reinstate
    </ConfirmButton>
  );
};
