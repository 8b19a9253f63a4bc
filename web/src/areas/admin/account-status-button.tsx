import { useState } from "react";
import { useSetAccountStatus } from "#data/volunteer-accounts/resource.ts";
import { RowAction } from "#kit/lists/row-menu.tsx";
import { logError } from "#lib/log.ts";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";
import { showToast } from "#ui/messages/toast.ts";
import { useEmailBox } from "./use-email-box.tsx";

export interface AccountStatusButtonProps {
  /** The id of the volunteer's login. */
  readonly id: string;
  readonly name: string;
  readonly isActive: boolean;
}

/**
 * Enables the account immediately, but asks before disabling it, because that ends the
 * volunteer's session.
 */
export const AccountStatusButton = ({ id, name, isActive }: AccountStatusButtonProps) => {
  const setAccountStatus = useSetAccountStatus();
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const { sendsEmail, emailBox } = useEmailBox("Email everyone whose shifts change");
  const changeStatus = async () => {
    try {
      const { message } = await setAccountStatus.mutateAsync({
        id,
        isActive: !isActive,
        ...(isActive && !sendsEmail && { sendsEmail }),
      });
      showSuccess({ title: "Account Updated", description: message });
    } catch (error) {
      logError("An account's status could not be changed", error);
      showToast({ title: "Update Failed", description: "Failed to update account status" });
    }
    setConfirmOpen(false);
  };
  const actionLabel = isActive ? "Disable" : "Enable";
  return (
    <>
      <RowAction
        aria-label={`${actionLabel} ${name}`}
        busy={setAccountStatus.isPending && !isConfirmOpen}
        onClick={() => (isActive ? setConfirmOpen(true) : void changeStatus())}
      >
        {actionLabel}
      </RowAction>
      <ConfirmDialog
        open={isConfirmOpen}
        title={`Disable ${name}'s account?`}
        body={
          <>
            <p className="mb-3">
              They'll be logged out right away and won't be able to log in until you enable the
              account again. They'll be taken off coming shifts and waiting lists, and their spots
              go to the people who are waiting. Their hours stay as they are.
            </p>
            {emailBox}
          </>
        }
        confirmLabel="Disable account"
        destructive
        onConfirm={changeStatus}
        onCancel={() => setConfirmOpen(false)}
      />
    </>
  );
};
