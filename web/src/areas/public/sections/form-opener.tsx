import { useState } from "react";
import { Button } from "#ui/button.tsx";
import type { LazyTestimonialDialog } from "../dialogs/dialogs.ts";

export interface FormOpenerProps {
  readonly label: string;
  readonly dialog: typeof LazyTestimonialDialog;
  /** The verb for what visitors without JavaScript can do by email, for example "apply". */
  readonly emailAction: string;
}

/** A button that opens a section's form in a dialog. */
export const FormOpener = ({ label, dialog: Dialog, emailAction }: FormOpenerProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        className="needs-script max-md:px-3"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={Dialog.preload}
        onFocus={Dialog.preload}
      >
        {label}
      </Button>
      <noscript>
        {import.meta.env.SSR && (
          <p>
            This form needs JavaScript. You can also {emailAction} by email; our address is at the
            bottom of this page.
          </p>
        )}
      </noscript>
      <Dialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
};
