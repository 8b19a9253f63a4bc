import { useEffect, useRef, useState, type ComponentType, type SubmitEvent } from "react";
import { getFieldIssues, getServerMessage } from "#lib/api/refusals.ts";
import { logError } from "#lib/log.ts";
import { Button } from "../button.tsx";
import { CodeField, type CodeFieldProps } from "./code-field.tsx";
import { focusFirstInvalid } from "./focus-first-invalid.ts";
import { Notice } from "../messages/notice.tsx";

export interface CodeFormProps {
  /** The form's accessible name. */
  readonly label: string;
  readonly submitLabel: string;
  readonly look?: "primary" | "danger";
  /** If the promise rejects, the form shows the error and lets users try again. */
  readonly onCode: (code: string) => Promise<unknown>;
  /** Replaces the six-digit field, for other kinds of codes. */
  readonly Field?: ComponentType<CodeFieldProps>;
  /** False if something above the form should have the focus first. */
  readonly hasFocus?: boolean;
}

const FAILURE_TEXT = "We couldn't confirm this code. Please try again.";

/** Asks for a code. The field gets the focus on mount, and again after a wrong code. */
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
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (hasFocus) formRef.current?.querySelector("input")?.focus();
  }, [hasFocus]);

  const showProblem = (newProblem: typeof problem) => {
    setProblem(newProblem);
    focusFirstInvalid(formRef.current);
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (code.trim() === "") {
      showProblem({ field: "Enter the code." });
      return;
    }
    setProblem({});
    setBusy(true);
    try {
      await onCode(code);
    } catch (error) {
      logError("Submitting a code failed", error);
      const field = getFieldIssues(error)["code"];
      setBusy(false);
      showProblem(field ? { field } : { form: getServerMessage(error) ?? FAILURE_TEXT });
    }
  };

  return (
    <form
      ref={formRef}
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
      <Button type="submit" size="lg" variant={look} wide busy={isBusy}>
        {submitLabel}
      </Button>
    </form>
  );
};
