import { useState } from "react";
import { useChangeAdminPassword } from "#data/sessions/mutations.ts";
import { ChangePasswordForm, type PasswordFormText } from "#kit/forms/change-password-form.tsx";
import { readAdminSession } from "#lib/session/session.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";

const TEXT: PasswordFormText = {
  mismatchNotice: {
    title: "Password Mismatch",
    description: "New password and confirmation password do not match.",
  },
  tooShortNotice: {
    title: "Password Too Short",
    description: "New password must be at least 6 characters long.",
  },
  hint: "At least 12 characters.",
  failureTitle: "Password Change Failed",
  successTitle: "Password changed",
};

export const ChangeAdminPassword = () => {
  const changePassword = useChangeAdminPassword();
  const [isOpen, setOpen] = useState(false);
  const session = readAdminSession();
  const username = session.state === "valid" ? session.record.username : "";
  const close = () => setOpen(false);
  return (
    <div>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Change Admin Password
      </Button>
      <Dialog open={isOpen} onClose={close} size="sm" title="Change Admin Password">
        <ChangePasswordForm
          texts={TEXT}
          loginName={username}
          onChange={changePassword.mutateAsync}
          onDone={close}
        />
      </Dialog>
    </div>
  );
};
