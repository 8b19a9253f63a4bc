import { useState } from "react";
import { useTestTemplate, type TemplateText } from "#data/email-templates/resource.ts";
import { getFieldIssues, getServerMessage } from "#lib/api/refusals.ts";
import { logError } from "#lib/log.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/fields/field.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";
import { showToast } from "#ui/messages/toast.ts";

export interface SendTestProps {
  /** The current text, saved or not. */
  readonly template: TemplateText;
  readonly className?: string;
}

/** Sends the template as a real email marked as a test. This isn't a form element, because forms can't be nested. */
export const SendTest = ({ template, className }: SendTestProps) => {
  const [toEmail, setToEmail] = useState("");
  const [error, setError] = useState<string>();
  const sendTest = useTestTemplate();
  const send = async () => {
    setError(undefined);
    try {
      const recipient = toEmail.trim();
      const { message } = await sendTest.mutateAsync({
        ...template,
        ...(recipient && { toEmail: recipient }),
      });
      showSuccess(message);
    } catch (failure) {
      logError("A test email could not be sent", failure);
      const { toEmail: addressError, ...textErrors } = getFieldIssues(failure);
      setError(addressError);
      const [reason = getServerMessage(failure)] = addressError
        ? [addressError]
        : Object.values(textErrors);
      showToast({
        title: "We couldn't send the test",
        description: reason ?? "Please try again.",
      });
    }
  };
  return (
    <div className={className}>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          type="email"
          label="Send a test to"
          placeholder="Your own email address"
          autoComplete="off"
          className="min-w-56 flex-1"
          value={toEmail}
          error={error}
          onValue={setToEmail}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            void send();
          }}
        />
        <Button variant="outline" busy={sendTest.isPending} onClick={() => void send()}>
          Send test
        </Button>
      </div>
    </div>
  );
};
