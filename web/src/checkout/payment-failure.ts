import { ApiError, fieldIssues, serverMessage } from "../lib/api-error.ts";

export type PaymentStep = "intent" | "record";

export interface PaymentFailure {
  readonly title: string;
  readonly text: string;
  /** A declined card ends its attempt; anything else may be tried again without being charged twice. */
  readonly endsAttempt: boolean;
  readonly isDecline: boolean;
}

export type DonorErrors = Partial<Record<"firstName" | "lastName" | "email", string>>;

const DONOR = "donorInfo.";

/** What the server refuses of the donor's own fields. */
export const donorErrors = (error: unknown): DonorErrors =>
  Object.fromEntries(
    Object.entries(fieldIssues(error))
      .filter(([field]) => field.startsWith(DONOR))
      .map(([field, message]) => [field.slice(DONOR.length), message]),
  );

const DECLINED_STATUS = 402;
const PROVIDER_STATUSES = new Set([429, 502, 503]);

const sentences = (...parts: readonly (string | undefined)[]): string =>
  parts
    .filter((part) => part !== undefined)
    .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
    .join(" ");

/** One failure, one title and one sentence (P§8). */
export const paymentFailure = (step: PaymentStep, error: unknown): PaymentFailure => {
  if (!(error instanceof ApiError)) {
    return {
      title: "Payment Error",
      text: "An unexpected error occurred. Please try again.",
      endsAttempt: false,
      isDecline: false,
    };
  }
  if (error.status === DECLINED_STATUS) {
    return {
      title: "Payment Declined",
      text: "Your card was declined. Please try another card or payment method.",
      endsAttempt: true,
      isDecline: true,
    };
  }
  const said = serverMessage(error);
  if (PROVIDER_STATUSES.has(error.status) && said) {
    return { title: "Payment Failed", text: sentences(said), endsAttempt: false, isDecline: false };
  }
  return {
    title: "Payment Failed",
    text: sentences(
      step === "intent" ? "Failed to create payment intent" : "Failed to save donation record",
      said,
    ),
    endsAttempt: error.status < 500,
    isDecline: false,
  };
};
