/** Stripe's reasons for taking back a bank debit, in words. Cards are disputed for other reasons. */
const BANK_RETURN_REASONS: Readonly<Record<string, string>> = {
  bank_cannot_process: "The bank couldn't process it",
  check_returned: "The bank returned the check",
  customer_initiated: "The donor asked the bank to return it",
  debit_not_authorized: "The donor told the bank that it wasn't authorized",
  incorrect_account_details: "The account number was wrong",
  insufficient_funds: "There wasn't enough money in the account",
};

/** Stripe's reasons for disputes of cards, and for refunds that were made in its dashboard. */
const OTHER_REASONS: Readonly<Record<string, string>> = {
  credit_not_processed: "The donor expected a refund",
  duplicate: "The donor was charged twice",
  fraudulent: "The owner of the card or account didn't make it",
  general: "No reason given",
  product_not_received: "The donor says that nothing was received",
  product_unacceptable: "The donor wasn't satisfied",
  requested_by_customer: "The donor asked for it",
  subscription_canceled: "The donor had canceled the monthly gift",
  unrecognized: "The donor didn't recognize it",
};

/** A bank debit that comes back after it succeeded is reported as a dispute, which can't be contested. */
export const isBankReturn = (reason: string | null | undefined): boolean =>
  typeof reason === "string" && Object.hasOwn(BANK_RETURN_REASONS, reason);

/** Returns Stripe's reason for a refund or dispute in words, and an administrator's as it was typed. */
export function describeAdjustmentReason(reason: string): string {
  for (const reasons of [BANK_RETURN_REASONS, OTHER_REASONS]) {
    if (Object.hasOwn(reasons, reason)) return reasons[reason]!;
  }
  return reason;
}
