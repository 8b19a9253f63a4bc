import { useState, type RefObject } from "react";
import { isRightAnswer, type MathChallenge } from "./math-challenge.ts";
import { focusFirstInvalid } from "#ui/fields/focus-first-invalid.ts";

type Errors = Readonly<Record<string, string>>;

const MISSING_ERRORS = {
  username: "Enter your username.",
  email: "Enter your email address.",
  password: "Enter your password.",
  answer: "Solve the math problem.",
} as const;

type FieldName = keyof typeof MISSING_ERRORS;

/** Shown in the form until the next try, and not as a toast as well. */
export interface LoginRefusal {
  /** Missing if a toast says what happened, and the form only why. */
  readonly title?: string;
  readonly description: string;
  /** True if the notice isn't about an error, for example if an application is still being reviewed. */
  readonly isInformational?: boolean;
}

/** Holds the state of a login form: its fields, errors, math problem and the last rejection. */
export const useLoginForm = (
  formRef: RefObject<HTMLFormElement | null>,
  isBusy: boolean,
  makeChallenge: () => MathChallenge,
) => {
  const [values, setValues] = useState({ username: "", email: "", password: "", answer: "" });
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState<LoginRefusal | null>(null);
  const [challenge, setChallenge] = useState(makeChallenge);

  const showErrors = (newErrors: Errors) => {
    setErrors(newErrors);
    focusFirstInvalid(formRef.current);
  };

  return {
    values,
    challenge,
    refusal,
    field: (name: FieldName) => ({
      value: values[name],
      error: errors[name],
      disabled: isBusy,
      onValue: (value: string) => {
        setValues({ ...values, [name]: value });
        setErrors({});
      },
    }),
    clearErrors: () => {
      setErrors({});
      setRefusal(null);
    },
    showErrors,
    /** Shows an error on each empty field and returns whether there is one. */
    reportMissing: (names: readonly FieldName[]): boolean => {
      const emptyFields = names.filter((name) => values[name].trim() === "");
      if (emptyFields.length > 0) {
        showErrors(Object.fromEntries(emptyFields.map((name) => [name, MISSING_ERRORS[name]])));
      }
      return emptyFields.length > 0;
    },
    /** Returns whether the answer is right. If it isn't, shows a new math problem. */
    checkAnswer: (): boolean => {
      if (isRightAnswer(challenge, values.answer)) return true;
      setChallenge(makeChallenge());
      setValues({ ...values, answer: "" });
      showErrors({ answer: "That wasn't right. Here's a new problem." });
      return false;
    },
    showRefusal: (newRefusal: LoginRefusal, newErrors: Errors) => {
      setRefusal(newRefusal);
      showErrors(newErrors);
    },
  };
};
