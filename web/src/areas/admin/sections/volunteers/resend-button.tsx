import { useState } from "react";
import {
  useResendApproval,
  type AdminApplication,
} from "../../../../data/volunteer-applications/resource.ts";
import { Button } from "../../../../ui/button.tsx";
import { tellFailure } from "../../../../ui/tell-failure.ts";
import { showToast } from "../../../../ui/toast.ts";

/** For who has lost the mail, or let its seven days pass. */
export const ResendButton = ({ application }: { readonly application: AdminApplication }) => {
  const resend = useResendApproval();
  const [isSent, setSent] = useState(false);
  const send = async () => {
    try {
      await resend.mutateAsync(application.id);
      setSent(true);
      showToast({
        title: "The mail goes out within a minute",
        description: `Its link opens the account of ${application.firstName} ${application.lastName}, once and within 7 days.`,
        variant: "success",
      });
    } catch (error) {
      tellFailure("An approval mail could not be sent again", error, {
        title: "The mail could not be sent again",
        fallback: "Please try again.",
      });
    }
  };
  return (
    <Button
      look="outline"
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
