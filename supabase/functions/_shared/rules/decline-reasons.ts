const NOT_ENOUGH_FUNDS =
  "There isn't enough money on this card. Use a different card, or choose a smaller amount.";
const OVER_LIMIT =
  "This card has reached its limit for now. Use a different card, or try again tomorrow.";
const NOT_ACCEPTED =
  "This card can't be used for this kind of payment. Use a different card, or ask your bank.";
const BANK_UNAVAILABLE =
  "The bank couldn't be reached. Wait a minute and try again; the same card may work.";
const NEEDS_CONFIRMATION =
  "The bank wants to confirm that it's you. Try again and complete the bank's verification step.";
const ASK_THE_BANK =
  "The bank didn't say why. Use another card, or call the number on the back of this one.";

/** What we tell donors for Stripe's decline codes. Only codes that the donor can do something about are included. */
const REASONS: Readonly<Record<string, string>> = {
  insufficient_funds: NOT_ENOUGH_FUNDS,
  card_velocity_exceeded: OVER_LIMIT,
  withdrawal_count_limit_exceeded: OVER_LIMIT,
  card_not_supported: NOT_ACCEPTED,
  currency_not_supported: NOT_ACCEPTED,
  service_not_allowed: NOT_ACCEPTED,
  transaction_not_allowed: NOT_ACCEPTED,
  issuer_not_available: BANK_UNAVAILABLE,
  processing_error: BANK_UNAVAILABLE,
  reenter_transaction: BANK_UNAVAILABLE,
  try_again_later: BANK_UNAVAILABLE,
  authentication_not_handled: NEEDS_CONFIRMATION,
  authentication_required: NEEDS_CONFIRMATION,
  call_issuer: ASK_THE_BANK,
  do_not_honor: ASK_THE_BANK,
};

/**
 * Explains why a card was declined and what to do next. Returns undefined if the bank gave no reason. Also returns
 * undefined if the card is lost, stolen or suspected of fraud, because Stripe asks merchants not to reveal those
 * reasons.
 */
export const getDeclineReason = (declineCode: string | undefined): string | undefined =>
  declineCode === undefined ? undefined : REASONS[declineCode];
