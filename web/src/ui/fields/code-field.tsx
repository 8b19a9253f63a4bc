import { TextField } from "./field.tsx";

export interface CodeFieldProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
}

const DIGITS = 6;

/** The six digits from an authenticator app. Strips spaces from pasted or autofilled codes. */
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
    onValue={(input) => onValue(input.replace(/\D/g, "").slice(0, DIGITS))}
  />
);
