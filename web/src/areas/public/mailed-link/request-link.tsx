import type { UseMutationResult } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { EMAIL_PATTERN } from "#contracts/limits.ts";
import { getFieldIssues, getServerMessage } from "#lib/api/refusals.ts";
import { logError } from "#lib/log.ts";
import { usePreservedForm } from "#lib/drafts/use-preserved-form.ts";
import { useVisitorDraft } from "#lib/drafts/use-visitor-draft.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/fields/field.tsx";
import { focusFirstInvalid } from "#ui/fields/focus-first-invalid.ts";
import { Notice } from "#ui/messages/notice.tsx";
import { Outcome } from "#ui/messages/outcome.tsx";

export interface RequestLinkProps {
  /** The form's accessible name, and the name of its draft. */
  readonly form: { readonly label: string; readonly draft: string };
  readonly description: string;
  readonly autoComplete: "username" | "email";
  readonly validity: string;
  readonly request: UseMutationResult<{ readonly message: string }, Error, string>;
  /** The message to log when a request fails. */
  readonly logMessage: string;
}

const FAILURE_MESSAGE = "We couldn't send the link. Please try again.";

const RequestForm = ({
  form,
  description,
  autoComplete,
  request,
  logMessage,
  onSent,
}: RequestLinkProps & { readonly onSent: (message: string) => void }) => {
  const { form: input, setForm: setInput } = useVisitorDraft(form.draft, { email: "" });
  const [error, setError] = useState<string>();
  const formRef = usePreservedForm((domValues) => {
    const email = domValues.get("email");
    if (email) setInput({ email });
  });

  const showProblem = (problem: string | undefined) => {
    setError(problem);
    focusFirstInvalid(formRef.current);
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const email = input.email.trim();
    if (!EMAIL_PATTERN.test(email)) {
      showProblem(email === "" ? "Enter your email address." : "Enter a valid email address.");
      return;
    }
    try {
      const { message } = await request.mutateAsync(email);
      onSent(message);
    } catch (caughtError) {
      logError(logMessage, caughtError);
      showProblem(getFieldIssues(caughtError)["email"]);
    }
  };

  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={submit}
      aria-label={form.label}
      className="flex flex-col gap-5"
    >
      {request.isError && !error && (
        <Notice tone="error">{getServerMessage(request.error) ?? FAILURE_MESSAGE}</Notice>
      )}
      <TextField
        label="Email"
        name="email"
        description={description}
        type="email"
        autoComplete={autoComplete}
        maxLength={254}
        required
        value={input.email}
        error={error}
        disabled={request.isPending}
        onValue={(email) => {
          setInput({ email });
          setError(undefined);
        }}
      />
      <Button type="submit" size="lg" wide busy={request.isPending}>
        Send me a link
      </Button>
    </form>
  );
};

/**
 * Asks for an email address to send a link to. The confirmation doesn't reveal whether the address
 * is known.
 */
export const RequestLink = (props: RequestLinkProps) => {
  const [message, setMessage] = useState<string | null>(null);
  if (message === null) return <RequestForm {...props} onSent={setMessage} />;
  return (
    <Outcome
      tone="success"
      heading="h2"
      title="Check your email"
      text={`${message} The link works only once and expires after ${props.validity}. If you requested one in the last 10 minutes, that link still works. If you don't see the email in a few minutes, check your spam folder.`}
    >
      <Button variant="outline" onClick={() => setMessage(null)}>
        Request another link
      </Button>
    </Outcome>
  );
};
