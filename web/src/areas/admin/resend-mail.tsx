import { useState } from "react";
import { useResendEmail, type OutboxMail } from "#data/email-outbox/resource.ts";
import { ChoiceGroup } from "#ui/fields/choice-group.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { ConfirmButton } from "./confirm-button.tsx";

const CONFIRMATION_TEXTS: Readonly<Record<string, string>> = {
  sent: "It was already delivered, so they'll get it twice.",
  held: "It will be held back again unless the problem has been fixed.",
  failed: "It will fail again unless the problem has been fixed.",
  canceled: "Someone canceled this email.",
};

const CORRECTED_TEXT =
  "The donor's address has been corrected. The text of the email stays as it was.";

/** Offers to resend an email with a final status. Pending and emptied emails have no button. */
export const ResendEmail = ({ mail }: { readonly mail: OutboxMail }) => {
  const resend = useResendEmail();
  const { toEmail, currentEmail } = mail;
  const [chosenEmail, setChosenEmail] = useState<string>();
  const email = chosenEmail ?? currentEmail ?? toEmail;
  const confirmationText = mail.isEmptied ? undefined : CONFIRMATION_TEXTS[mail.status];
  const send = async () => {
    try {
      await resend.mutateAsync({ id: mail.id, ...(currentEmail !== null && { toEmail: email }) });
      showSuccess("The email will go out within a minute");
    } catch (error) {
      showFailure("An email could not be resent", error, {
        title: "We couldn't send the email again",
        fallback: "Please try again.",
      });
    }
  };
  return (
    confirmationText !== undefined && (
      <ConfirmButton
        aria-label={`Send again to ${email}`}
        confirmation={{
          title: `Send “${mail.templateName}” again?`,
          body: (
            <>
              <p>
                To <span className="wrap-anywhere">{email}</span>.{" "}
                {email === toEmail ? confirmationText : CORRECTED_TEXT}
              </p>
              {currentEmail !== null && (
                <div className="mt-4">
                  <ChoiceGroup
                    legend="Send it to"
                    name={`address-of-${mail.id}`}
                    look="tiles"
                    value={email}
                    onValue={setChosenEmail}
                    choices={[
                      {
                        value: currentEmail,
                        label: <span className="text-base wrap-anywhere">{currentEmail}</span>,
                        caption: "The donor's address now",
                      },
                      {
                        value: toEmail,
                        label: <span className="text-base wrap-anywhere">{toEmail}</span>,
                        caption: "Where it went before",
                      },
                    ]}
                  />
                </div>
              )}
            </>
          ),
          confirmLabel: "Send again",
        }}
        onConfirm={send}
      >
        Send again
      </ConfirmButton>
    )
  );
};
