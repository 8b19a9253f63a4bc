import { ApiError } from "../lib/api/api-error.ts";
import { getFieldIssues, getServerMessage, hadNoResponse } from "../lib/api/refusals.ts";
import type { TributeDetails } from "./tribute-form.ts";
import { isTimeout } from "../lib/api/time-limit.ts";

export type PaymentStep = "intent" | "confirmation" | "record";

export interface PaymentFailure {
  readonly title: string;
  readonly text: string;
  /** An explanation below the documented message (DON-55, DON-56, DON-58). */
  readonly explanation?: string | undefined;
  /** True if the outcome is unknown and the server can be asked about it. */
  readonly isLate?: true;
  /**
   * True if the donor can't have been charged. Otherwise the attempt must continue, because a new one might charge
   * twice.
   */
  readonly isUncharged: boolean;
  /** True if the next try has to be a new attempt. */
  readonly endsAttempt: boolean;
  readonly isDecline: boolean;
  /** True if the card isn't the reason, so that the same payment is offered again. */
  readonly canRepeat?: true;
}

/** The reason why a payment wasn't confirmed with the provider. */
export type PaymentRefusal =
  | { readonly outcome: "unknown" }
  /** `reason` says why the bank declined and what to do, if known. */
  | { readonly outcome: "declined"; readonly reason?: string | undefined }
  /**
   * `message` is the provider's message for donors; `isOver` means that the intent can't be paid
   * anymore.
   */
  | { readonly outcome: "refused"; readonly message: string; readonly isOver: boolean };

export type DonorErrors = Partial<
  Record<
    | "firstName"
    | "lastName"
    | "email"
    | "inHonorOf"
    | "website"
    | `tribute.${keyof TributeDetails}`,
    string
  >
>;

const DONOR_PREFIX = "donorInfo.";
export const TRIBUTE_PREFIX = "tribute.";

/** Maps the field names in errors from the database to the paths that the form uses. */
const PATHS_BY_DATABASE_FIELD: Readonly<Record<string, string>> = {
  sendOn: "tribute.sendOn",
  inHonorOf: "donorInfo.inHonorOf",
};

export const getDonorErrors = (error: unknown): DonorErrors =>
  Object.fromEntries(
    Object.entries(getFieldIssues(error))
      .map(([field, message]) => [PATHS_BY_DATABASE_FIELD[field] ?? field, message] as const)
      .filter(([field]) => field.startsWith(DONOR_PREFIX) || field.startsWith(TRIBUTE_PREFIX))
      .map(([field, message]) => [field.replace(DONOR_PREFIX, ""), message]),
  );

const TOO_MANY_REQUESTS_STATUS = 429;
const PROVIDER_STATUSES = new Set([502, 503]);

const endWithPeriod = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const DECLINED_TEXT = "Your card was declined. Please try another card or payment method.";

const createDeclinedFailure = (
  reason: string | undefined,
  endsAttempt: boolean,
): PaymentFailure => ({
  title: "Payment Declined",
  text: DECLINED_TEXT,
  explanation: reason === DECLINED_TEXT ? undefined : reason,
  isUncharged: true,
  endsAttempt,
  isDecline: true,
});

const createUnexpectedFailure = (isUncharged: boolean): PaymentFailure => ({
  title: "Payment Error",
  text: "An unexpected error occurred. Please try again.",
  isUncharged,
  endsAttempt: false,
  isDecline: false,
  canRepeat: true,
});

const createUnreachableFailure = (isUncharged: boolean): PaymentFailure => ({
  ...createUnexpectedFailure(isUncharged),
  title: "We couldn't reach our server",
  text: "Please check your connection and try again.",
});

const createFailureWithText = (
  text: string,
  isUncharged: boolean,
  endsAttempt: boolean,
): PaymentFailure => ({
  title: "Payment Failed",
  text,
  isUncharged,
  endsAttempt,
  isDecline: false,
});

export const LATE_TITLE = "This is taking longer than usual";

/** Without an intent, the server has no outcome to report, so the form is sent again. */
const lateFailure = (isUncharged: boolean): PaymentFailure => ({
  title: LATE_TITLE,
  text: isUncharged
    ? "Please check your connection and try again."
    : "Your gift may still be going through.",
  ...(isUncharged ? { canRepeat: true } : { isLate: true }),
  isUncharged,
  endsAttempt: false,
  isDecline: false,
});

/**
 * Returns the title and documented message for an error (DON-55..60). Before there is an intent,
 * nobody can have been charged.
 */
export const toPaymentFailure = (step: PaymentStep, error: unknown): PaymentFailure => {
  const isUncharged = step === "intent";
  if (isTimeout(error)) return lateFailure(isUncharged);
  if (hadNoResponse(error)) return createUnreachableFailure(isUncharged);
  if (!(error instanceof ApiError)) return createUnexpectedFailure(isUncharged);
  const serverText = getServerMessage(error);
  if (error.body?.code === "card_declined") return createDeclinedFailure(serverText, true);
  if (error.status === TOO_MANY_REQUESTS_STATUS) {
    const text = serverText ?? "Too many attempts. Please wait a moment and try again.";
    return { ...createFailureWithText(text, isUncharged, false), title: "Please Wait a Moment" };
  }
  if (PROVIDER_STATUSES.has(error.status) && serverText) {
    // A final rejection ends the attempt.
    return createFailureWithText(
      endWithPeriod(serverText),
      isUncharged,
      isUncharged && error.body?.code === "provider_refused",
    );
  }
  const documentedMessage =
    step === "intent" ? "Failed to create payment intent" : "Failed to save donation record";
  return {
    ...createFailureWithText(documentedMessage, isUncharged, error.status < 500),
    explanation: serverText && endWithPeriod(serverText),
  };
};

/** `message` is Stripe's message for donors, if there is one. */
export const toWalletFailure = (message: string | undefined): PaymentFailure =>
  createFailureWithText(
    message
      ? endWithPeriod(message)
      : "Your wallet couldn't start the payment. Please try again, or pay another way.",
    true,
    false,
  );

/** An intent that the provider declined accepts another card, so its attempt continues. */
export const toConfirmationFailure = (refusal: PaymentRefusal): PaymentFailure => {
  switch (refusal.outcome) {
    case "declined":
      return createDeclinedFailure(refusal.reason, false);
    case "refused":
      return createFailureWithText(endWithPeriod(refusal.message), true, refusal.isOver);
    case "unknown":
      return createUnexpectedFailure(false);
  }
};
