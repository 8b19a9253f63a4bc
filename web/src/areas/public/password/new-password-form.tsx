import { useRef, useState, type SubmitEvent } from "react";
import { useLocation } from "react-router-dom";
import { findNewPasswordProblem, isSamePassword } from "#rules/new-password.ts";
import { getFieldIssues, getServerMessage } from "#lib/api/refusals.ts";
import { logError } from "#lib/log.ts";
import { Button } from "#ui/button.tsx";
import { focusFirstInvalid } from "#ui/fields/focus-first-invalid.ts";
import { Notice } from "#ui/messages/notice.tsx";
import { LoginName } from "#ui/fields/login-name.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";

interface Wording {
  /** The form's accessible name. */
  readonly form: string;
  readonly field: string;
  readonly button: string;
  readonly failureMessage: string;
  readonly hint: string;
}

const CHANGE_WORDING: Wording = {
  form: "Choose a new password",
  field: "New password",
  button: "Change password",
  failureMessage: "We couldn't change your password. Please try again.",
  hint: "At least 6 characters; 8 or more is better. Administrators need at least 12.",
};

export interface NewPasswordFormProps {
  readonly wording?: Wording;
  readonly isBusy: boolean;
  readonly failure: Error | null;
  readonly onSubmit: (password: string) => Promise<unknown>;
}

type Errors = { readonly newPassword?: string; readonly repeatedPassword?: string };

const findErrors = (password: string, repeatedPassword: string): Errors => {
  const passwordProblem = findNewPasswordProblem(password);
  if (passwordProblem) return { newPassword: passwordProblem };
  return isSamePassword(password, repeatedPassword)
    ? {}
    : { repeatedPassword: "The two passwords don't match." };
};

/**
 * Returns the server's error for the password field, which our API calls `newPassword` and Supabase Auth calls
 * `password`.
 */
const getServerErrors = (failure: unknown): Errors => {
  const { password, newPassword = password } = getFieldIssues(failure);
  return newPassword === undefined ? {} : { newPassword };
};

/**
 * Asks for the password twice, because it is hidden and the link works only once. Emailed links name the login.
 */
export const NewPasswordForm = ({
  wording = CHANGE_WORDING,
  isBusy,
  failure,
  onSubmit,
}: NewPasswordFormProps) => {
  const [password, setPassword] = useState("");
  const [repeatedPassword, setRepeatedPassword] = useState("");
  const [errors, setErrors] = useState<Errors>(() => getServerErrors(failure));
  const formRef = useRef<HTMLFormElement>(null);
  const email = new URLSearchParams(useLocation().hash.slice(1)).get("email") ?? "";

  const showErrors = (newErrors: Errors) => {
    setErrors(newErrors);
    if (Object.keys(newErrors).length > 0) focusFirstInvalid(formRef.current);
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const newErrors = findErrors(password, repeatedPassword);
    showErrors(newErrors);
    if (Object.keys(newErrors).length > 0) return;
    try {
      await onSubmit(password);
    } catch (error) {
      logError("A password could not be changed", error);
      showErrors(getServerErrors(error));
    }
  };
  const hasFieldError = Object.values(errors).some(Boolean);

  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={submit}
      aria-label={wording.form}
      className="flex flex-col gap-5"
    >
      {failure && !hasFieldError && !isBusy && (
        <Notice tone="error">{getServerMessage(failure) ?? wording.failureMessage}</Notice>
      )}
      <LoginName value={email} />
      <PasswordField
        label={wording.field}
        description={wording.hint}
        autoComplete="new-password"
        value={password}
        error={errors.newPassword}
        disabled={isBusy}
        onValue={(input) => {
          setPassword(input);
          setErrors({});
        }}
      />
      <PasswordField
        label={`Confirm ${wording.field.toLowerCase()}`}
        autoComplete="new-password"
        value={repeatedPassword}
        error={errors.repeatedPassword}
        disabled={isBusy}
        onValue={(input) => {
          setRepeatedPassword(input);
          setErrors({});
        }}
      />
      <Button type="submit" size="lg" wide busy={isBusy}>
        {wording.button}
      </Button>
    </form>
  );
};
