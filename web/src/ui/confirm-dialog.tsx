import { useEffect, useRef, useState, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly body: ReactNode;
  /** Says what happens: "Delete location". */
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  /** It cannot be undone. */
  readonly destructive?: boolean;
  /** Whoever asks closes the dialog afterwards; a promise that fails has been told by then and leaves it open. */
  readonly onConfirm: () => unknown;
  readonly onCancel: () => void;
}

/** Asks before something that cannot be taken back. The focus begins on the harmless answer. */
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
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (open) cancel.current?.focus();
  }, [open]);

  const confirm = async () => {
    setBusy(true);
    await Promise.resolve(onConfirm()).catch(() => undefined);
    setBusy(false);
  };

  return (
    <Dialog open={open} onClose={onCancel} locked={isBusy} size="sm" title={title}>
      <div>{body}</div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button ref={cancel} look="outline" disabled={isBusy} onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button
          look={destructive ? "danger" : "primary"}
          busy={isBusy}
          onClick={() => void confirm()}
        >
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
};
