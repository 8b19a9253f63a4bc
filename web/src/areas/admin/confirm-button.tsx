import { useState } from "react";
import { RowAction, type RowActionProps } from "#kit/lists/row-menu.tsx";
import { ConfirmDialog, type ConfirmDialogProps } from "#ui/dialogs/confirm-dialog.tsx";

export interface ConfirmButtonProps extends Omit<RowActionProps, "onClick"> {
  readonly confirmation: Omit<ConfirmDialogProps, "open" | "onConfirm" | "onCancel">;
  /** Must report success or failure itself, because the dialog closes either way. */
  readonly onConfirm: () => Promise<unknown>;
}

/** A button that asks for confirmation before it acts. */
export const ConfirmButton = ({ confirmation, onConfirm, ...buttonProps }: ConfirmButtonProps) => {
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const close = () => setConfirmOpen(false);
  const confirm = async () => {
    await onConfirm();
    close();
  };
  return (
    <>
      <RowAction {...buttonProps} onClick={() => setConfirmOpen(true)} />
      <ConfirmDialog {...confirmation} open={isConfirmOpen} onConfirm={confirm} onCancel={close} />
    </>
  );
};
