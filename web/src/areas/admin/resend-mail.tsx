import { useState } from "react";
import { useResendEmail, type OutboxMail } from "../../data/email-outbox/resource.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { tellFailure } from "../../ui/tell-failure.ts";
import { showToast } from "../../ui/toast.ts";

const QUESTIONS: Readonly<Record<string, string>> = {
  sent: "It was delivered already, so its reader gets it twice.",
  held: "It is held back again, unless what its reason names has been mended.",
  failed: "It fails again, unless what its reason names has been mended.",
  cancelled: "Somebody has decided that it does not go out.",
};

/** For a mail that has come to its end; what is on its way has no button. */
export const ResendMail = ({ mail }: { readonly mail: OutboxMail }) => {
  const resend = useResendEmail();
  const [isAsking, setAsking] = useState(false);
  const question = QUESTIONS[mail.status];
  const send = async () => {
    try {
      await resend.mutateAsync(mail.id);
      showToast({ title: "The mail goes out within a minute", variant: "success" });
    } catch (error) {
      tellFailure("A mail could not be sent again", error, {
        title: "The mail could not be sent again",
        fallback: "Please try again.",
      });
    }
    setAsking(false);
  };
  return (
    question !== undefined && (
      <>
        <Button
          look="outline"
          size="sm"
          aria-label={`Send again to ${mail.toEmail}`}
          onClick={() => setAsking(true)}
        >
          Send again
        </Button>
        <ConfirmDialog
          open={isAsking}
          title={`Send “${mail.templateName}” to ${mail.toEmail} again?`}
          body={question}
          confirmLabel="Send it again"
          onConfirm={send}
          onCancel={() => setAsking(false)}
        />
      </>
    )
  );
};
