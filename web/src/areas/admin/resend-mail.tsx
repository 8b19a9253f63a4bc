import { useResendEmail, type OutboxMail } from "#data/email-outbox/resource.ts";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { ConfirmButton } from "./confirm-button.tsx";

const CONFIRMATION_TEXTS: Readonly<Record<string, string>> = {
  sent: "It was already delivered, so they'll get it twice.",
  held: "It will be held back again unless the problem has been fixed.",
  failed: "It will fail again unless the problem has been fixed.",
  canceled: "Someone canceled this email.",
};

/** Offers to resend an email with a final status. Pending and emptied emails have no button. */
export const ResendEmail = ({ mail }: { readonly mail: OutboxMail }) => {
  const resend = useResendEmail();
  const confirmationText = mail.isEmptied ? undefined : CONFIRMATION_TEXTS[mail.status];
  const send = async () => {
    try {
      await resend.mutateAsync(mail.id);
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
        aria-label={`Send again to ${mail.toEmail}`}
        confirmation={{
          title: `Send “${mail.templateName}” to ${mail.toEmail} again?`,
          body: confirmationText,
          confirmLabel: "Send again",
        }}
        onConfirm={send}
      >
        Send again
      </ConfirmButton>
    )
  );
};
