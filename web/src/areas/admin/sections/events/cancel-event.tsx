import type { z } from "zod";
import { eventEndpoints } from "#contracts/events.ts";
import { useCancelEvent, useReinstateEvent, type AdminEvent } from "#data/events/resource.ts";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { FormArea, FormCheck } from "#kit/forms/form-fields.tsx";
import { RecordForm } from "#kit/forms/record-form.tsx";
import { RowAction } from "#kit/lists/row-menu.tsx";
import { useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { ConfirmButton } from "#admin/confirm-button.tsx";
import { useEmailBox } from "#admin/use-email-box.tsx";
import { describePeople, eventName, hasPeople } from "./event-texts.tsx";

const SCHEMA = eventEndpoints.cancelEvent.body.required();

type CancelInput = z.input<typeof SCHEMA>;

/** States how many people will get an email. */
const emailNotice = (event: AdminEvent): string =>
  hasPeople(event)
    ? `We'll email ${describePeople(event)}.`
    : "No one has signed up, so no emails will go out.";

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
      values={{ reason: null, sendsEmail: true }}
      draft={{ owner, form: `cancel event ${event.id}` }}
      failure={{ title: "Error", fallback: "We couldn't cancel the event. Please try again." }}
      deletedText={DELETED_TEXT}
      onSave={async (values) => {
        const input = SCHEMA.parse(values);
        await cancel.mutateAsync({ id: event.id, ...input });
        showSuccess({
          title: "The event was canceled",
          description: input.sendsEmail ? emailNotice(event) : "No emails will go out.",
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
      {hasPeople(event) && (
        <FormCheck<CancelInput>
          name="sendsEmail"
          label={`Email ${describePeople(event)}`}
          className="sm:col-span-2"
        />
      )}
    </RecordForm>
  );
};

/** Asks for confirmation and states how many people will get an email. */
export const CancelEvent = ({ event }: EventProps) => {
  const { id, open, close } = useOpenedRecord("cancel");
  return (
    <>
      <RowAction aria-label={`Cancel event ${eventName(event)}…`} onClick={() => open(event.id)}>
        Cancel event…
      </RowAction>
      <Dialog
        open={id === event.id}
        onClose={close}
        isInUrl
        size="sm"
        title={`Cancel ${eventName(event)}?`}
        description={hasPeople(event) ? "Calendars will show it as canceled." : emailNotice(event)}
      >
        <CancelForm event={event} onDone={close} />
      </Dialog>
    </>
  );
};

export const ReinstateEvent = ({ event }: EventProps) => {
  const reinstate = useReinstateEvent();
  const { sendsEmail, emailBox } = useEmailBox(`Email ${describePeople(event)}`);
  const reinstateEvent = async () => {
    try {
      await reinstate.mutateAsync({ id: event.id, sendsEmail });
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
        body: hasPeople(event) ? (
          <>
            <p className="mb-3">Everyone keeps their spot.</p>
            {emailBox}
          </>
        ) : (
          emailNotice(event)
        ),
        confirmLabel: "Reinstate event",
        cancelLabel: "Keep it canceled",
      }}
      onConfirm={reinstateEvent}
    >
      Reinstate
    </ConfirmButton>
  );
};
