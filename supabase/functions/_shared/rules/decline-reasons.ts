interface DeclineReason {
  /** Says what happened and what to do next. */
  readonly atCheckout: string;
  /** Says what happened, to the donor and to administrators, after a charge that we made without the donor. */
  readonly inEmail: string;
  /** Says what the donor of a monthly gift can do, if changing the card in time for the next try isn't all. */
  readonly beforeNextTry?: string;
}

const NOT_ENOUGH_FUNDS: DeclineReason = {
  atCheckout:
    "There isn't enough money on this card. Use a different card, or choose a smaller amount.",
  inEmail: "The bank says there wasn't enough money in the account.",
};
const OVER_LIMIT: DeclineReason = {
  atCheckout:
    "This card has reached its limit for now. Use a different card, or try again tomorrow.",
  inEmail: "The bank says the card had reached its limit.",
};
const NOT_ACCEPTED: DeclineReason = {
  atCheckout:
    "This card can't be used for this kind of payment. Use a different card, or ask your bank.",
  inEmail: "The bank says this card can't be used for this kind of payment.",
};
const BANK_UNAVAILABLE: DeclineReason = {
  atCheckout: "The bank couldn't be reached. Wait a minute and try again; the same card may work.",
  inEmail: "The bank couldn't be reached.",
};
const NEEDS_CONFIRMATION: DeclineReason = {
  atCheckout:
    "The bank wants to confirm that it's you. Try again and complete the bank's verification step.",
  inEmail: "The bank wants the cardholder to confirm this charge.",
  beforeNextTry:
    "Please enter your card again through the link below, even if it's the same one. Your bank will ask you to confirm it.",
};
const ASK_THE_BANK: DeclineReason = {
  atCheckout:
    "The bank didn't say why. Use another card, or call the number on the back of this one.",
  inEmail: "The bank didn't say why. You can call the number on the back of your card to ask.",
};

/** What we tell donors for Stripe's decline codes. Only codes that the donor can do something about are included. */
const REASONS: Readonly<Record<string, DeclineReason>> = {
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
  payment_intent_authentication_failure: NEEDS_CONFIRMATION,
  call_issuer: ASK_THE_BANK,
  do_not_honor: ASK_THE_BANK,
};

const findReason = (declineCode: string | undefined): DeclineReason | undefined =>
  declineCode !== undefined && Object.hasOwn(REASONS, declineCode)
    ? REASONS[declineCode]
    : undefined;

/**
 * Explains why a card was declined and what to do next. Returns undefined if the bank gave no reason. Also returns
 * undefined if the card is lost, stolen or suspected of fraud, because Stripe asks merchants not to reveal those
 * reasons.
 */
export const getDeclineReason = (declineCode: string | undefined): string | undefined =>
  findReason(declineCode)?.atCheckout;

/** Explains in an email why a charge failed. Returns undefined in the same cases as `getDeclineReason`. */
export const getEmailedDeclineReason = (declineCode: string | undefined): string | undefined =>
  findReason(declineCode)?.inEmail;

/**
 * Explains in the email about a failed monthly charge why it failed, and what the donor can do before we try again.
 * Returns undefined in the same cases as `getDeclineReason`.
 */
export const getMonthlyDeclineReason = (declineCode: string | undefined): string | undefined => {
  const reason = findReason(declineCode);
  return reason && [reason.inEmail, reason.beforeNextTry ?? ""].join(" ").trim();
};
