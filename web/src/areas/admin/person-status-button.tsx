import { useState } from "react";
import { useSetPersonStatus } from "#data/volunteers/resource.ts";
import { RowAction } from "#kit/lists/row-menu.tsx";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { useEmailBox } from "./use-email-box.tsx";

export interface PersonStatusButtonProps {
  /** The id of a volunteer who has no login. */
  readonly id: string;
  readonly name: string;
  readonly isActive: boolean;
}

/** Makes someone without a login active at once, but asks before it makes them inactive, because that frees their shifts. */
export const PersonStatusButton = ({ id, name, isActive }: PersonStatusButtonProps) => {
  const setStatus = useSetPersonStatus();
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const { sendsEmail, emailBox } = useEmailBox("Email everyone whose shifts change");
  const changeStatus = async () => {
    try {
      await setStatus.mutateAsync({ id, isActive: !isActive, ...(isActive && { sendsEmail }) });
      showSuccess(isActive ? `${name} is inactive` : `${name} is active`);
    } catch (error) {
      showFailure("A volunteer's status could not be changed", error, {
        title: `We couldn't make ${name} ${isActive ? "inactive" : "active"}`,
        fallback: "Please try again.",
      });
    }
    setConfirmOpen(false);
  };
  const actionLabel = isActive ? "Make inactive" : "Make active";
  return (
    <>
      <RowAction
        aria-label={`${actionLabel}: ${name}`}
        busy={setStatus.isPending && !isConfirmOpen}
        onClick={() => (isActive ? setConfirmOpen(true) : void changeStatus())}
      >
        {actionLabel}
      </RowAction>
      <ConfirmDialog
        open={isConfirmOpen}
        title={`Make ${name} inactive?`}
        body={
          <>
            <p className="mb-3">
              They'll be taken off coming shifts and waiting lists, and their spots go to the people
              who are waiting. Their hours stay as they are, and you can make them active again.
            </p>
            {emailBox}
          </>
        }
        confirmLabel="Make inactive"
        destructive
        onConfirm={changeStatus}
        onCancel={() => setConfirmOpen(false)}
      />
    </>
  );
};
