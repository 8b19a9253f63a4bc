import { useState } from "react";
import { z } from "zod";
import { sessionEndpoints } from "#contracts/sessions.ts";
import { useChangeAdminPassword } from "../../../../data/sessions/mutations.ts";
import { useDraftOwner } from "../../../../kit/draft-owner.ts";
import { FormPassword } from "../../../../kit/form-fields.tsx";
import { RecordForm, type RecordFormProps } from "../../../../kit/record-form.tsx";
import { Button } from "../../../../ui/button.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { showToast } from "../../../../ui/toast.ts";

const MISMATCH = "New password and confirmation password do not match.";

// The repetition is for the person alone; nobody else hears of it.
const schema = sessionEndpoints.changeAdminPassword.body
  .omit({ username: true })
  .extend({ confirmPassword: z.string().min(1) })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ["confirmPassword"],
    message: MISMATCH,
  });

const EMPTY = { currentPassword: "", newPassword: "", confirmPassword: "" };

const toldOf: RecordFormProps["toldOf"] = ({ newPassword, confirmPassword }) => {
  if (newPassword?.type === "too_small") {
    return {
      title: "Password Too Short",
      description: "New password must be at least 6 characters long.",
    };
  }
  return confirmPassword && { title: "Password Mismatch", description: MISMATCH };
};

const ChangePasswordForm = ({ onDone }: { readonly onDone: () => void }) => {
  const change = useChangeAdminPassword();
  const owner = useDraftOwner();
  return (
    <RecordForm
      label="Change password"
      schema={schema}
      values={EMPTY}
      draft={{ owner, form: "change password" }}
      missing={{
        title: "Missing Information",
        description: "Please fill in all password fields.",
      }}
      toldOf={toldOf}
      failure={{
        title: "Password Change Failed",
        fallback: "Your password could not be changed. Please try again.",
      }}
      onSave={async ({ currentPassword, newPassword }) => {
        await change.mutateAsync({ currentPassword, newPassword });
        showToast({
          title: "Password changed",
          description: "Your other devices have been logged out.",
          variant: "success",
        });
        onDone();
      }}
      onCancel={onDone}
    >
      <FormPassword
        name="currentPassword"
        label="Current password"
        autoComplete="current-password"
        className="sm:col-span-2"
      />
      <FormPassword
        name="newPassword"
        label="New password"
        description="6 characters or more, better 8."
        autoComplete="new-password"
        className="sm:col-span-2"
      />
      <FormPassword
        name="confirmPassword"
        label="New password, once more"
        autoComplete="new-password"
        className="sm:col-span-2"
      />
    </RecordForm>
  );
};

export const ChangePassword = () => {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div>
      <Button look="outline" onClick={() => setOpen(true)}>
        Change Admin Password
      </Button>
      <Dialog open={isOpen} onClose={close} size="sm" title="Change Admin Password">
        <ChangePasswordForm onDone={close} />
      </Dialog>
    </div>
  );
};
