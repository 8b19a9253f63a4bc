import { useState, type ReactNode } from "react";

export interface OpenableProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Renders an open dialog and a button that opens it again. */
export const DialogOpener = ({
  dialog,
}: {
  readonly dialog: (props: OpenableProps) => ReactNode;
}) => {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open again
      </button>
      {dialog({ open: isOpen, onClose: () => setOpen(false) })}
    </>
  );
};
