import { useRef, useState, type SubmitEvent } from "react";
import { PASSWORD_MAX_BYTES, PASSWORD_MIN_LENGTH } from "#contracts/limits.ts";
import { fieldIssues, serverMessage } from "../../../lib/api-error.ts";
import { logFailure } from "../../../lib/log.ts";
import { Button } from "../../../ui/button.tsx";
import { focusFirstInvalid } from "../../../ui/focus-first-invalid.ts";
import { Notice } from "../../../ui/notice.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";

export interface NewPasswordFormProps {
  readonly isBusy: boolean;
  /** Why the last one was refused. */
  readonly failure: Error | null;
  readonly onSubmit: (password: string) => Promise<unknown>;
}

type Errors = { readonly newPassword?: string; readonly repeated?: string };

const FAILED = "Your password could not be changed. Please try again.";

const errorsOf = (password: string, repeated: string): Errors => {
  if (password.length < PASSWORD_MIN_LENGTH) {
    return { newPassword: `Use at least ${PASSWORD_MIN_LENGTH} characters.` };
  }
  if (new TextEncoder().encode(password).length > PASSWORD_MAX_BYTES) {
    return { newPassword: "Please use a shorter password." };
  }
  return repeated === password ? {} : { repeated: "The two passwords are not the same." };
};

/** Once more, because nobody sees what is typed and the link works only once. */
export const NewPasswordForm = ({ isBusy, failure, onSubmit }: NewPasswordFormProps) => {
  const [password, setPassword] = useState("");
  const [repeated, setRepeated] = useState("");
  const [errors, setErrors] = useState<Errors>(() => fieldIssues(failure));
  const form = useRef<HTMLFormElement>(null);

  const refuse = (found: Errors) => {
    setErrors(found);
    focusFirstInvalid(form.current);
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const found = errorsOf(password, repeated);
    refuse(found);
    if (Object.keys(found).length > 0) return;
    try {
      await onSubmit(password);
    } catch (error) {
      logFailure("A password could not be changed", error);
      refuse(fieldIssues(error));
    }
  };
  const isAtField = Object.values(errors).some(Boolean);

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      aria-label="Choose a new password"
      className="flex flex-col gap-5"
    >
      {failure && !isAtField && !isBusy && (
        <Notice tone="error">{serverMessage(failure) ?? FAILED}</Notice>
      )}
      <PasswordField
        label="New password"
        description="6 characters or more, better 8."
        autoComplete="new-password"
        value={password}
        error={errors.newPassword}
        disabled={isBusy}
        onValue={(typed) => {
          setPassword(typed);
          setErrors({});
        }}
      />
      <PasswordField
        label="New password, once more"
        autoComplete="new-password"
        value={repeated}
        error={errors.repeated}
        disabled={isBusy}
        onValue={(typed) => {
          setRepeated(typed);
          setErrors({});
        }}
      />
      <Button type="submit" size="lg" wide busy={isBusy}>
        Change password
      </Button>
    </form>
  );
};
