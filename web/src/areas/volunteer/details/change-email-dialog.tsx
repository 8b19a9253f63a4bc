import type { z } from "zod";
import { emailChangeEndpoints } from "#contracts/email-changes.ts";
import { useRequestEmailChange } from "#data/email-changes/mutations.ts";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { FormPassword, FormText } from "#kit/forms/form-fields.tsx";
import { RecordForm } from "#kit/forms/record-form.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";

const SCHEMA = emailChangeEndpoints.requestEmailChange.body;
type EmailChangeInput = z.input<typeof SCHEMA>;

const EMPTY_INPUT: EmailChangeInput = { email: "", currentPassword: "" };

export interface ChangeEmailDialogProps {
  readonly open: boolean;
  readonly volunteerId: string;
  readonly onClose: () => void;
}

export const ChangeEmailDialog = ({ open, volunteerId, onClose }: ChangeEmailDialogProps) => {
  const request = useRequestEmailChange(volunteerId);
  const owner = useDraftOwner();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title="Change Email"
      description="We'll send a link to your new address. Your email changes once you confirm it there."
    >
      <RecordForm
        label="Send the link"
        schema={SCHEMA}
        values={EMPTY_INPUT}
        draft={{ owner, form: "change email" }}
        missingFieldsText={{
          title: "Missing Information",
          description: "Please enter your new email and your password.",
        }}
        failure={{
          title: "We couldn't send the link",
          fallback: "Please check your connection and try again.",
        }}
        onSave={async ({ email, currentPassword }) => {
          await request.mutateAsync({ email, currentPassword });
          showSuccess({
            title: "Check your new inbox",
            description: "Open the link in the email to finish.",
          });
          onClose();
        }}
        onCancel={onClose}
      >
        <FormText<EmailChangeInput>
          name="email"
          type="email"
          label="New email"
          autoComplete="email"
          className="sm:col-span-2"
        />
        <FormPassword<EmailChangeInput>
          name="currentPassword"
          label="Current password"
          autoComplete="current-password"
          className="sm:col-span-2"
        />
      </RecordForm>
    </Dialog>
  );
};
