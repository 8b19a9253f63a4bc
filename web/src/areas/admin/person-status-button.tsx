import { useState } from "react";
import { useSetAccountStatus } from "#data/volunteer-accounts/resource.ts";
import { useSetPersonStatus } from "#data/volunteers/resource.ts";
import { RowAction } from "#kit/lists/row-menu.tsx";
import { logError } from "#lib/log.ts";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { showToast } from "#ui/messages/toast.ts";
import { useEmailBox } from "./use-email-box.tsx";

const SHIFTS_TEXT =
  "They'll be taken off coming shifts and waiting lists, and their spots go to the people who are waiting. Their hours stay as they are";

const LOGIN_TEXT = {
  labels: { true: "Disable", false: "Enable" },
  confirmLabel: "Disable account",
  title: (name: string) => `Disable ${name}'s account?`,
  body: `They'll be logged out right away and won't be able to log in until you enable the account again. ${SHIFTS_TEXT}.`,
} as const;

const PERSON_TEXT = {
  labels: { true: "Make inactive", false: "Make active" },
  confirmLabel: "Make inactive",
  title: (name: string) => `Make ${name} inactive?`,
  body: `${SHIFTS_TEXT}, and you can make them active again.`,
} as const;

export interface PersonStatusButtonProps {
  /** The id of the login or, if there is none, of the volunteer. */
  readonly id: string;
  readonly hasLogin: boolean;
  readonly name: string;
  readonly isActive: boolean;
}

/**
 * Enables a login, or makes someone without one active, at once. Asks before the opposite, because that frees the
 * person's shifts and ends the session.
 */
export const PersonStatusButton = ({ id, hasLogin, name, isActive }: PersonStatusButtonProps) => {
  const login = useSetAccountStatus();
  const person = useSetPersonStatus();
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const { sendsEmail, emailBox } = useEmailBox("Email everyone whose shifts change");
  const text = hasLogin ? LOGIN_TEXT : PERSON_TEXT;
  const label = text.labels[`${isActive}`];
  const changeStatus = async () => {
    const change = { id, isActive: !isActive, ...(isActive && !sendsEmail && { sendsEmail }) };
    try {
      if (hasLogin) {
        const { message } = await login.mutateAsync(change);
        showSuccess({ title: "Account Updated", description: message });
      } else {
        await person.mutateAsync(change);
        showSuccess(`${name} is ${isActive ? "inactive" : "active"}`);
      }
    } catch (error) {
      const logText = "A volunteer's status could not be changed";
      if (hasLogin) {
        logError(logText, error);
        showToast({ title: "Update Failed", description: "Failed to update account status" });
      } else {
        showFailure(logText, error, {
          title: `We couldn't make ${name} ${isActive ? "inactive" : "active"}`,
          fallback: "Please try again.",
        });
      }
    }
    setConfirmOpen(false);
  };
  return (
    <>
      <RowAction
        aria-label={hasLogin ? `${label} ${name}` : `${label}: ${name}`}
        busy={(login.isPending || person.isPending) && !isConfirmOpen}
        onClick={() => (isActive ? setConfirmOpen(true) : void changeStatus())}
      >
        {label}
      </RowAction>
      <ConfirmDialog
        open={isConfirmOpen}
        title={text.title(name)}
        body={
          <>
            <p className="mb-3">{text.body}</p>
            {emailBox}
          </>
        }
        confirmLabel={text.confirmLabel}
        destructive
        onConfirm={changeStatus}
        onCancel={() => setConfirmOpen(false)}
      />
    </>
  );
};
