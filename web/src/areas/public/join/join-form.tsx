import { useRef, useState, type SubmitEvent } from "react";
import { ADMIN_PASSWORD_MIN_LENGTH, USERNAME_PATTERN } from "#contracts/limits.ts";
import { findNewPasswordProblem, isSamePassword } from "#rules/new-password.ts";
import { getFieldIssues, getServerMessage } from "#lib/api/refusals.ts";
import { logError } from "#lib/log.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/fields/field.tsx";
import { focusFirstInvalid } from "#ui/fields/focus-first-invalid.ts";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { Notice } from "#ui/messages/notice.tsx";

interface Login {
  readonly username: string;
  readonly password: string;
}
type Input = Login & { readonly repeatedPassword: string };
type Errors = Partial<Input>;

export interface JoinFormProps {
  readonly email: string;
  readonly organizationName: string | null;
  /** True if the address is a volunteer's login, which gets the new password. */
  readonly isVolunteer: boolean;
  readonly isBusy: boolean;
  readonly failure: Error | null;
  readonly onSubmit: (login: Login) => Promise<unknown>;
}

const EMPTY_INPUT: Input = { username: "", password: "", repeatedPassword: "" };
const FAILURE_MESSAGE = "We couldn't set up your login. Please try again.";

const findErrors = ({ username, password, repeatedPassword }: Input): Errors => {
  const passwordProblem = findNewPasswordProblem(password, ADMIN_PASSWORD_MIN_LENGTH);
  return {
    ...(!USERNAME_PATTERN.test(username.trim()) && {
      username: "Use 2 to 50 letters, digits, periods, hyphens or underscores.",
    }),
    ...(passwordProblem !== undefined && { password: passwordProblem }),
    ...(passwordProblem === undefined &&
      !isSamePassword(password, repeatedPassword) && {
        repeatedPassword: "The two passwords don't match.",
      }),
  };
};

const hasErrors = (errors: Errors) => Object.keys(errors).length > 0;

/** Asks for the password twice, because it is hidden and the link works only once. */
export const JoinForm = ({
  email,
  organizationName,
  isVolunteer,
  isBusy,
  failure,
  onSubmit,
}: JoinFormProps) => {
  const [input, setInput] = useState(EMPTY_INPUT);
  const [errors, setErrors] = useState<Errors>({});
  const formRef = useRef<HTMLFormElement>(null);

  const showErrors = (newErrors: Errors) => {
    setErrors(newErrors);
    if (hasErrors(newErrors)) focusFirstInvalid(formRef.current);
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const newErrors = findErrors(input);
    showErrors(newErrors);
    if (hasErrors(newErrors)) return;
    try {
      await onSubmit({ username: input.username.trim(), password: input.password });
    } catch (error) {
      logError("An invitation could not be accepted", error);
      showErrors(getFieldIssues(error));
    }
  };
  const field = (name: keyof Input) => ({
    name,
    value: input[name],
    ...(errors[name] !== undefined && { error: errors[name] }),
    disabled: isBusy,
    onValue: (value: string) => {
      setInput({ ...input, [name]: value });
      setErrors({});
    },
  });

  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={submit}
      aria-label="Choose your login"
      className="flex flex-col gap-5"
    >
      <p>
        This invitation is for <strong className="wrap-anywhere">{email}</strong>. You'll help run{" "}
        {organizationName ? `the ${organizationName}` : "the organization's"} site.
      </p>
      {isVolunteer && (
        <Notice tone="info" title="You stay a volunteer">
          The new password replaces the one you log in with as a volunteer. We'll log you out on all
          devices.
        </Notice>
      )}
      {failure && !hasErrors(errors) && !isBusy && (
        <Notice tone="error">{getServerMessage(failure) ?? FAILURE_MESSAGE}</Notice>
      )}
      <TextField
        {...field("username")}
        label="Username"
        description="You'll log in with it, and other administrators will see it next to your changes. Use letters, digits, periods, hyphens or underscores."
        autoComplete="username"
        autoCapitalize="none"
        maxLength={50}
        required
      />
      <PasswordField
        {...field("password")}
        description={`At least ${ADMIN_PASSWORD_MIN_LENGTH} characters. Choose one you don't use anywhere else.`}
        autoComplete="new-password"
      />
      <PasswordField
        {...field("repeatedPassword")}
        label="Confirm password"
        autoComplete="new-password"
      />
      <Button type="submit" size="lg" wide busy={isBusy}>
        Join the team
      </Button>
    </form>
  );
};
