import { useState, type RefObject } from "react";
import { isRightAnswer, type MathChallenge } from "./math-challenge.ts";
import { focusFirstInvalid } from "#ui/fields/focus-first-invalid.ts";

type Errors = Readonly<Record<string, string>>;

const MISSING = {
  username: "Enter your username.",
  email: "Enter your email address.",
  password: "Enter your password.",
  answer: "Solve the math problem.",
} as const;

type Name = keyof typeof MISSING;

export interface LoginRefusal {
  readonly title: string;
  readonly description: string;
  readonly detail?: string;
}

/** Holds the state of a login form: its fields, errors, math problem and the last rejection. */
export const useLoginForm = (
  form: RefObject<HTMLFormElement | null>,
  isBusy: boolean,
  makeChallenge: () => MathChallenge,
) => {
  const [values, setValues] = useState({ username: "", email: "", password: "", answer: "" });
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState<LoginRefusal | null>(null);
  const [challenge, setChallenge] = useState(makeChallenge);

  const showErrors = (newErrors: Errors) => {
    setErrors(newErrors);
    focusFirstInvalid(form.current);
  };

  return {
    values,
    challenge,
    refusal,
    field: (name: Name) => ({
      value: values[name],
      error: errors[name],
      disabled: isBusy,
      onValue: (value: string) => {
        setValues({ ...values, [name]: value });
        setErrors({});
      },
    }),
    begin: () => {
      setErrors({});
      setRefusal(null);
    },
    showErrors,
    /** Returns whether any of these fields is empty, and shows the errors. */
    areMissing: (names: readonly Name[]): boolean => {
      const empty = names.filter((name) => values[name].trim() === "");
      if (empty.length > 0) {
        showErrors(Object.fromEntries(empty.map((name) => [name, MISSING[name]])));
      }
      return empty.length > 0;
    },
    /** Returns whether the answer is right; otherwise shows a new math problem. */
    isSolved: (): boolean => {
      if (isRightAnswer(challenge, values.answer)) return true;
      setChallenge(makeChallenge());
      setValues({ ...values, answer: "" });
      showErrors({ answer: "That wasn't right. Here's a new one." });
      return false;
    },
    refuse: (reason: LoginRefusal, newErrors: Errors) => {
      setRefusal(reason);
      showErrors(newErrors);
    },
  };
};
