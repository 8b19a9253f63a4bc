import { useState } from "react";
import { TextField } from "./field.tsx";

export const HONEYPOT_ERROR =
  "A browser or a tool filled in this field for you. Clear it, then try again.";

interface HoneypotProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onValue: (value: string) => void;
}

/**
 * A field hidden from sight, from screen readers, and from the keyboard, so that only programs fill it in. If one did so
 * for a person, the field appears, and the form can be sent once the person has cleared it. A bot that fills in every
 * field it sees gets no further.
 */
export const Honeypot = ({ error, ...props }: HoneypotProps) => {
  const [isShown, setShown] = useState(false);
  // The field stays in view while it is being cleared, although the error is gone by then.
  if (error && !isShown) setShown(true);
  return (
    <div
      aria-hidden={!isShown}
      className={isShown ? "sm:col-span-full" : "absolute -left-[200vw] size-px overflow-hidden"}
    >
      <TextField
        {...props}
        error={error}
        name="website"
        label={isShown ? "Leave this field empty" : "Website"}
        tabIndex={isShown ? undefined : -1}
        autoComplete="off"
      />
    </div>
  );
};
