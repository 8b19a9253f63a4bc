import type { ConfirmedDonation } from "../data/payments/mutations.ts";

const PENDING_TEXT =
  "Your gift is on its way from your bank and should arrive in a few business days. We'll count it once it arrives.";

/** Thanks for a donation, and says when the receipt comes, if receipts are sent (DON-61). */
export const describeThanks = (
  status: ConfirmedDonation["status"],
  sendsReceipts: boolean,
): string => {
  const [arrival, receipt] =
    status === "pending"
      ? [PENDING_TEXT, "We'll send your receipt then."]
      : ["", "You will receive a confirmation email shortly."];
  return ["Your donation helps support our heroes.", arrival, sendsReceipts && receipt]
    .filter(Boolean)
    .join(" ");
};
