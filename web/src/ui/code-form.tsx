import { useEffect, useRef, useState, type ComponentType, type SubmitEvent } from "react";
import { fieldIssues, serverMessage } from "../lib/refusals.ts";
import { logFailure } from "../lib/log.ts";
import { Button } from "./button.tsx";
import { CodeField, type CodeFieldProps } from "./code-field.tsx";
import { focusFirstInvalid } from "./focus-first-invalid.ts";
import { Notice } from "./notice.tsx";

export interface CodeFormProps {
  /** What the form is, for people who do not see it. */
  readonly label: string;
  readonly submitLabel: string;
  readonly look?: "primary" | "danger";
  /** A promise that fails is told here, and the form asks again. */
  readonly onCode: (code: string) => Promise<unknown>;
  /** Where it is not the six digits of an app. */
  readonly Field?: ComponentType<CodeFieldProps>;
  /** Unless something above it comes first. */
  readonly hasFocus?: boolean;
}

const FAILED = "We couldn't confirm this code. Please try again.";

/** One code and a button, with the focus from the start, and again after a code that is not right. */
export const CodeForm = ({
  label,
  submitLabel,
  look = "primary",
  onCode,
  Field = CodeField,
  hasFocus = true,
}: CodeFormProps) => {
  const [code, setCode] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ readonly field?: string; readonly form?: string }>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (hasFocus) form.current?.querySelector("input")?.focus();
  }, [hasFocus]);

  const refuse = (found: typeof problem) => {
    setProblem(found);
    focusFirstInvalid(form.current);
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (code.trim() === "") {
      refuse({ field: "Enter the code." });
      return;
    }
    setProblem({});
    setBusy(true);
    try {
      await onCode(code);
    } catch (error) {
      logFailure("A code was not accepted", error);
      const field = fieldIssues(error)["code"];
      setBusy(false);
      refuse(field ? { field } : { form: serverMessage(error) ?? FAILED });
    }
  };

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      aria-label={label}
      className="flex flex-col gap-4"
    >
      {problem.form && <Notice tone="error">{problem.form}</Notice>}
      <Field
        value={code}
        error={problem.field}
        disabled={isBusy}
        onValue={(value) => {
          setCode(value);
          setProblem({});
        }}
      />
      <Button type="submit" size="lg" look={look} wide busy={isBusy}>
        {submitLabel}
      </Button>
    </form>
  );
};
