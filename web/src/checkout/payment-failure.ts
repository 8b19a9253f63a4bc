import { ApiError } from "../lib/api-error.ts";
import { fieldIssues, serverMessage } from "../lib/refusals.ts";
import { isTimeout } from "../lib/time-limit.ts";

export type PaymentStep = "intent" | "confirmation" | "record";

export interface PaymentFailure {
  readonly title: string;
  readonly text: string;
  /** What follows a documented sentence, which stands alone in its line. */
  readonly more?: string | undefined;
  /** Nobody knows yet how it ended, and the server can be asked. */
  readonly isLate?: true;
  /** Certain that no money moved; otherwise the attempt must go on, because another one might charge twice. */
  readonly isUncharged: boolean;
  /** What comes next is a new attempt. */
  readonly endsAttempt: boolean;
  readonly isDecline: boolean;
}

/** How a confirmation at the provider ended, as far as it is no success. */
export type Refusal =
  | { readonly outcome: "declined" | "unknown" }
  /** With what the provider says to the donor; over where the intent cannot be paid any more. */
  | { readonly outcome: "refused"; readonly message: string; readonly isOver: boolean };

export type DonorErrors = Partial<Record<"firstName" | "lastName" | "email" | "inHonorOf", string>>;

const DONOR = "donorInfo.";

/** What the server refuses of the donor's own fields. */
export const donorErrors = (error: unknown): DonorErrors =>
  Object.fromEntries(
    Object.entries(fieldIssues(error))
      .filter(([field]) => field.startsWith(DONOR))
      .map(([field, message]) => [field.slice(DONOR.length), message]),
  );

const DECLINED_STATUS = 402;
const TOO_MANY_STATUS = 429;
const PROVIDER_STATUSES = new Set([502, 503]);

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const DECLINED: PaymentFailure = {
  title: "Payment Declined",
  text: "Your card was declined. Please try another card or payment method.",
  isUncharged: true,
  endsAttempt: true,
  isDecline: true,
};

const unexpected = (isUncharged: boolean): PaymentFailure => ({
  title: "Payment Error",
  text: "An unexpected error occurred. Please try again.",
  isUncharged,
  endsAttempt: false,
  isDecline: false,
});

const failed = (text: string, isUncharged: boolean, endsAttempt: boolean): PaymentFailure => ({
  title: "Payment Failed",
  text,
  isUncharged,
  endsAttempt,
  isDecline: false,
});

export const LATE_TITLE = "This is taking longer than usual";

/** Before the intent is there nothing can be asked for; the form is sent again. */
const late = (isUncharged: boolean): PaymentFailure => ({
  title: LATE_TITLE,
  text: isUncharged
    ? "Please check your connection and try again."
    : "Your gift may still be going through.",
  ...(!isUncharged && { isLate: true }),
  isUncharged,
  endsAttempt: false,
  isDecline: false,
});

/** One failure, one title and one sentence (P§8). Before the intent is there nobody can have been charged. */
export const paymentFailure = (step: PaymentStep, error: unknown): PaymentFailure => {
  const isUncharged = step === "intent";
  if (isTimeout(error)) return late(isUncharged);
  if (!(error instanceof ApiError)) return unexpected(isUncharged);
  if (error.status === DECLINED_STATUS) return DECLINED;
  const said = serverMessage(error);
  if (error.status === TOO_MANY_STATUS) {
    const text = said ?? "Too many attempts. Please wait a moment and try again.";
    return { ...failed(text, isUncharged, false), title: "Please Wait a Moment" };
  }
  if (PROVIDER_STATUSES.has(error.status) && said) {
    // What is refused for good is not asked again with the same attempt.
    return failed(
      sentence(said),
      isUncharged,
      isUncharged && error.body?.code === "provider_refused",
    );
  }
  const documented =
    step === "intent" ? "Failed to create payment intent" : "Failed to save donation record";
  return {
    ...failed(documented, isUncharged, error.status < 500),
    more: said && sentence(said),
  };
};

/** At the provider a declined intent waits for another card, so its attempt goes on. */
export const confirmationFailure = (refusal: Refusal): PaymentFailure => {
  switch (refusal.outcome) {
    case "declined":
      return { ...DECLINED, endsAttempt: false };
    case "refused":
      return failed(sentence(refusal.message), true, refusal.isOver);
    case "unknown":
      return unexpected(false);
  }
};
