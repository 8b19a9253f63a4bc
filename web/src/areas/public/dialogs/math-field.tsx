import { TextField } from "#ui/fields/field.tsx";
import type { MathChallenge } from "./math-challenge.ts";

export interface MathFieldProps {
  readonly challenge: MathChallenge;
  readonly value: string;
  readonly error?: string;
  readonly onValue: (value: string) => void;
  readonly disabled?: boolean;
}

export const MathField = ({ challenge, ...field }: MathFieldProps) => (
  <TextField
    label={`What is ${challenge.question}?`}
    description="Quick check that you're human"
    inputMode="numeric"
    autoComplete="off"
    maxLength={4}
    required
    {...field}
  />
);
