import { showSuccess } from "../ui/messages/show-success.ts";
import { showToast } from "../ui/messages/toast.ts";
import type { PaymentOutcome } from "./payment-actions.ts";
import { getChargeNote } from "./payment-failed.tsx";
import { describeThanks } from "./thanks-text.ts";

/** Shows the outcome of a payment in a toast, because the donor has left the checkout. */
export const announceOutcome = (outcome: PaymentOutcome, sendsReceipts: boolean): void => {
  switch (outcome.status) {
    case "success":
      return showSuccess({
        title: "Thank You!",
        description: describeThanks(outcome.donation.status, sendsReceipts),
      });
    case "error":
      return showToast({
        title: outcome.failure.title,
        description: `${outcome.failure.text}\n${getChargeNote(outcome.failure)}`,
      });
    case "idle": {
      const [error] = Object.values(outcome.errors);
      if (error !== undefined)
        showToast({ title: "Your gift hasn't been made", description: error });
    }
  }
};
