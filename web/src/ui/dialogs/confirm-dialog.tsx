import { useEffect, useRef, useState, type ReactNode } from "react";
import { Button } from "../button.tsx";
import { Dialog } from "./dialog.tsx";

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly body: ReactNode;
  /** The label of the button that performs the action, such as "Delete location". */
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly destructive?: boolean;
  /** If the promise rejects, the dialog stays open. The parent closes the dialog and reports errors. */
  readonly onConfirm: () => unknown;
  readonly onCancel: () => void;
}

/** Asks for confirmation before an action that can't be undone. Cancel has the focus first. */
export const ConfirmDialog = ({
  open,
  title,
  body,
  confirmLabel,
  cancelLabel = "Cancel",
  destructive = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) => {
  const [isBusy, setBusy] = useState(false);
  const cancelButtonRef = useRef<HTMLButtonElement>(null);
  // If the action leaves the question open, the button that lost the focus can't be pressed again by mistake.
  useEffect(() => {
    if (open && !isBusy) cancelButtonRef.current?.focus();
  }, [open, isBusy]);

  const confirm = async () => {
    setBusy(true);
    await Promise.resolve(onConfirm()).catch(() => undefined);
    setBusy(false);
  };

  return (
    <Dialog open={open} onClose={onCancel} locked={isBusy} size="sm" title={title}>
      <div>{body}</div>
      {/* In the order of a form's buttons. */}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button
          variant={destructive ? "danger" : "primary"}
          busy={isBusy}
          onClick={() => void confirm()}
        >
          {confirmLabel}
        </Button>
        <Button ref={cancelButtonRef} variant="outline" disabled={isBusy} onClick={onCancel}>
          {cancelLabel}
        </Button>
      </div>
    </Dialog>
  );
};
