import { useState, type SubmitEvent } from "react";
import {
  getTributeDetails,
  findTributeErrors,
  type TributeErrors,
  type TributeForm,
} from "#checkout/tribute-form.ts";
import { TributeFields } from "#checkout/tribute-fields.tsx";
import { type MyTribute, useUpdateMyTribute } from "#data/tributes/mutations.ts";
import { useVisitorDraft } from "#lib/drafts/use-visitor-draft.ts";
import { getFieldIssues, getServerMessage } from "#lib/api/refusals.ts";
import { logError } from "#lib/log.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";
import { showToast } from "#ui/messages/toast.ts";
import { useIsGone } from "#ui/messages/use-is-gone.ts";

const toForm = (tribute: MyTribute): TributeForm => ({
  recipientName: tribute.recipientName,
  isPostal: tribute.recipientAddress !== null,
  recipientEmail: tribute.recipientEmail ?? "",
  recipientAddress: tribute.recipientAddress ?? "",
  message: tribute.message,
  sendOn: tribute.sendOn,
});

const getFailureText = (error: unknown) =>
  getServerMessage(error) ?? "We couldn't save the card. Please try again.";

export interface TributeDialogProps {
  readonly giftSession: string;
  readonly tribute: MyTribute;
  readonly onClose: () => void;
}

/** Changes a card until it's sent. Keeps what was typed if saving fails. */
export const TributeDialog = ({ giftSession, tribute, onClose }: TributeDialogProps) => {
  // The session may end before the card is saved.
  const draft = useVisitorDraft(`card ${tribute.id}`, toForm(tribute));
  const { form, setForm } = draft;
  const [errors, setErrors] = useState<TributeErrors>({});
  // Keeps the version that the form started from, because the list may be refetched while the dialog is open.
  const [{ id, updatedAt }] = useState(tribute);
  const update = useUpdateMyTribute(giftSession);
  const isGone = useIsGone();
  const close = () => {
    draft.forget();
    onClose();
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const problems = findTributeErrors(form);
    setErrors(problems);
    if (Object.keys(problems).length > 0) return;
    const details = getTributeDetails(form);
    try {
      await update.mutateAsync({ id, body: { ...details, updatedAt } });
    } catch (error) {
      logError("A card could not be changed", error);
      setErrors(getFieldIssues(error));
      if (isGone()) showToast({ title: getFailureText(error) });
      return;
    }
    close();
    showSuccess("The card has been changed");
  };
  return (
    <Dialog open onClose={close} locked={update.isPending} title="Edit the card">
      <form noValidate onSubmit={(event) => void submit(event)}>
        {update.isError && <Notice tone="error">{getFailureText(update.error)}</Notice>}
        <TributeFields
          form={form}
          errors={errors}
          disabled={update.isPending}
          onFormChange={setForm}
          dedication={tribute}
          isNew={false}
        />
        <div className="mt-6 flex flex-wrap gap-3">
          <Button type="submit" busy={update.isPending}>
            Save card
          </Button>
          <Button variant="outline" disabled={update.isPending} onClick={close}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
