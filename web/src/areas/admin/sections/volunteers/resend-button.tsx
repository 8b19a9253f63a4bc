import { useState } from "react";
import { type AdminApplication, useResendApproval } from "#data/volunteer-applications/resource.ts";
import { Button } from "#ui/button.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";

/** Resends the activation link, which expires after seven days. */
export const ResendButton = ({
  application,
}: {
  readonly application: Pick<AdminApplication, "id" | "firstName" | "lastName" | "email">;
}) => {
  const resend = useResendApproval();
  const [isSent, setSent] = useState(false);
  const send = async () => {
    try {
      await resend.mutateAsync(application.id);
      setSent(true);
      showSuccess({
        title: "The email will go out within a minute",
        description: `${application.firstName} ${application.lastName} has 7 days to set up their account. The link in the email works only once.`,
      });
    } catch (error) {
      showFailure("An approval email could not be resent", error, {
        title: "We couldn't send the email again",
        fallback: "Please try again.",
      });
    }
  };
  return (
    <Button
      variant="outline"
      size="sm"
      busy={resend.isPending}
      disabled={isSent}
      aria-label={`Send the link again to ${application.email}`}
      onClick={() => void send()}
    >
      Send the link again
    </Button>
  );
};
