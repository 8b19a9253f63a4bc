import { useChangeVolunteerPassword } from "#data/sessions/mutations.ts";
import { ChangePasswordForm, type PasswordFormText } from "#kit/forms/change-password-form.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";

const TEXT: PasswordFormText = {
  mismatchNotice: {
    title: "Passwords don't match",
    description: "New password and confirm password must match.",
  },
  tooShortNotice: {
    title: "Password too short",
    description: "New password must be at least 6 characters long.",
  },
  hint: "At least 6 characters; 8 or more is better.",
  failureTitle: "Error changing password",
  successTitle: "Password changed!",
};

export interface ChangePasswordDialogProps {
  readonly open: boolean;
  readonly volunteerId: string;
  readonly email: string;
  readonly onClose: () => void;
}

export const ChangePasswordDialog = ({
  open,
  volunteerId,
  email,
  onClose,
}: ChangePasswordDialogProps) => {
  const change = useChangeVolunteerPassword(volunteerId);
  return (
    <Dialog open={open} onClose={onClose} size="sm" title="Change Password">
      <ChangePasswordForm
        texts={TEXT}
        loginName={email}
        onChange={change.mutateAsync}
        onDone={onClose}
      />
    </Dialog>
  );
};
