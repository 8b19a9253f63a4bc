import { TextField } from "./field.tsx";

export interface CodeFieldProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
}

const CODE_LENGTH = 6;

/**
 * A field for the six digits from an authenticator app. It keeps the first six digits of whatever is typed, pasted or
 * autofilled.
 */
export const CodeField = ({ onValue, ...field }: CodeFieldProps) => (
  <TextField
    {...field}
    label="6-digit code"
    description="Your authenticator app shows a new one every 30 seconds."
    name="code"
    inputMode="numeric"
    autoComplete="one-time-code"
    spellCheck={false}
    required
    onValue={(input) => onValue(input.replace(/\D/g, "").slice(0, CODE_LENGTH))}
  />
);
