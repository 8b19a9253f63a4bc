/** The behavior of Stripe's documented test cards and accounts. */
export interface TestMethod {
  readonly type: "card" | "us_bank_account";
  readonly last4: string;
  readonly outcome:
    | "succeeds"
    | "needs authentication"
    | "needs microdeposits"
    | "processes"
    | Decline;
}

interface Decline {
  readonly code: string;
  readonly declineCode: string;
  readonly message: string;
}

export const genericDecline: Decline = {
  code: "card_declined",
  declineCode: "generic_decline",
  message: "Your card was declined.",
};
const insufficientFunds: Decline = {
  code: "card_declined",
  declineCode: "insufficient_funds",
  message: "Your card has insufficient funds.",
};
const stolenCard: Decline = {
  code: "card_declined",
  declineCode: "stolen_card",
  message: "Your card was declined.",
};
const expiredCard: Decline = {
  code: "expired_card",
  declineCode: "expired_card",
  message: "Your card has expired.",
};

const createCard = (last4: string, outcome: TestMethod["outcome"]): TestMethod => ({
  type: "card",
  last4,
  outcome,
});

const visa = createCard("4242", "succeeds");
const declinedCard = createCard("0002", genericDecline);
const insufficientFundsCard = createCard("9995", insufficientFunds);
const expiredTestCard = createCard("0069", expiredCard);
const challengedCard = createCard("3155", "needs authentication");
export const bankAccount: TestMethod = {
  type: "us_bank_account",
  last4: "6789",
  outcome: "processes",
};

export const testMethods: Readonly<Record<string, TestMethod>> = {
  pm_card_visa: visa,
  pm_card_chargeDeclined: declinedCard,
  pm_card_visa_chargeDeclined: declinedCard,
  pm_card_visa_chargeDeclinedInsufficientFunds: insufficientFundsCard,
  pm_card_visa_chargeDeclinedStolenCard: createCard("9979", stolenCard),
  pm_card_chargeDeclinedExpiredCard: expiredTestCard,
  pm_card_authenticationRequired: challengedCard,
  pm_card_threeDSecure2Required: challengedCard,
  pm_usBankAccount: bankAccount,
  pm_usBankAccount_success: bankAccount,
  pm_usBankAccount_microdeposits: { ...bankAccount, outcome: "needs microdeposits" },
};

/** The test methods by card number. */
export const testCards: Readonly<Record<string, TestMethod>> = {
  "4242424242424242": visa,
  "5555555555554444": { ...visa, last4: "4444" },
  "4000000000000002": declinedCard,
  "4000000000009995": insufficientFundsCard,
  "4000000000000069": expiredTestCard,
  "4000002500003155": challengedCard,
};
