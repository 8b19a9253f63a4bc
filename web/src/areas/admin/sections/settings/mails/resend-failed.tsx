import { useResendFailedEmails } from "#data/email-outbox/resource.ts";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { ConfirmButton } from "#admin/confirm-button.tsx";

const resentMessage = (count: number): string => {
  if (count === 0) return "No failed emails to send";
  return count === 1 ? "1 email will go out again" : `${count} emails will go out again`;
};

/** Resends every failed email at once, for use after an outage. */
export const ResendFailed = () => {
  const resend = useResendFailedEmails();
  const send = async () => {
    try {
      const { count } = await resend.mutateAsync(undefined);
      showSuccess(resentMessage(count));
    } catch (error) {
      showFailure("Failed emails could not be sent again", error, {
        title: "We couldn't send the emails again",
        fallback: "Please try again.",
      });
    }
  };
  return (
    <ConfirmButton
      variant="outline"
      confirmation={{
        title: "Send all failed emails again?",
        body: "Each one will fail again unless its problem has been fixed. No one gets an email twice.",
        confirmLabel: "Send them again",
      }}
      onConfirm={send}
    >
      Send all failed emails again
    </ConfirmButton>
  );
};
