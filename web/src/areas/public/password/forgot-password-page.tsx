import { useRef, useState, type SubmitEvent } from "react";
import { EMAIL_PATTERN } from "#contracts/limits.ts";
import { useRequestPasswordRecovery } from "../../../data/password-recovery/mutations.ts";
import { fieldIssues, serverMessage } from "../../../lib/api-error.ts";
import { readDraft, saveDraft, VISITOR } from "../../../lib/drafts.ts";
import { logFailure } from "../../../lib/log.ts";
import { paths } from "../../../lib/paths.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { focusFirstInvalid } from "../../../ui/focus-first-invalid.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Outcome } from "../../../ui/outcome.tsx";
import { PasswordPage } from "./password-page.tsx";

/** A login dialog hands over what was typed there by the same name. */
const DRAFT = { owner: VISITOR, form: paths.forgotPassword() };

const readTyped = (): string => {
  const email = readDraft(DRAFT)?.["email"];
  return typeof email === "string" ? email : "";
};

const FAILED = "The link could not be requested. Please try again.";

const Sent = ({ message, onAgain }: { readonly message: string; readonly onAgain: () => void }) => (
  <Outcome
    tone="success"
    heading="h2"
    title="Check your email"
    text={`${message} It works once and for one hour. If nothing arrives within a few minutes, look into your spam folder.`}
  >
    <Button look="outline" onClick={onAgain}>
      Ask for another link
    </Button>
  </Outcome>
);

const RequestForm = ({ onSent }: { readonly onSent: (message: string) => void }) => {
  const [typed, setTyped] = useState(readTyped);
  const [error, setError] = useState<string>();
  const request = useRequestPasswordRecovery();
  const formRef = useRef<HTMLFormElement>(null);

  const refuse = (found: string | undefined) => {
    setError(found);
    focusFirstInvalid(formRef.current);
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const email = typed.trim();
    if (!EMAIL_PATTERN.test(email)) {
      refuse(email === "" ? "Enter your email address." : "Enter a valid email address.");
      return;
    }
    try {
      const { message } = await request.mutateAsync(email);
      onSent(message);
    } catch (failure) {
      logFailure("A new password could not be asked for", failure);
      refuse(fieldIssues(failure)["email"]);
    }
  };

  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={submit}
      aria-label="Forgot password"
      className="flex flex-col gap-5"
    >
      {request.isError && !error && (
        <Notice tone="error">{serverMessage(request.error) ?? FAILED}</Notice>
      )}
      <TextField
        label="Email"
        description="The address of your volunteer or administrator account."
        type="email"
        autoComplete="username"
        maxLength={254}
        required
        value={typed}
        error={error}
        disabled={request.isPending}
        onValue={(email) => {
          setTyped(email);
          saveDraft(DRAFT, { email });
          setError(undefined);
        }}
      />
      <Button type="submit" size="lg" wide busy={request.isPending}>
        Send me a link
      </Button>
    </form>
  );
};

const ForgotPasswordPage = () => {
  const [message, setMessage] = useState<string | null>(null);
  return (
    <PasswordPage
      title="Forgot your password?"
      intro="We send you a link by email. On its page you choose a new password; until then the old one keeps working."
    >
      {message === null ? (
        <RequestForm onSent={setMessage} />
      ) : (
        <Sent message={message} onAgain={() => setMessage(null)} />
      )}
    </PasswordPage>
  );
};

export default ForgotPasswordPage;
