import type { ConfirmedDonation, PaymentIntent } from "../data/payments/mutations.ts";
import { logError } from "../lib/log.ts";
import { showSuccess } from "../ui/messages/show-success.ts";
import {
  saveAttempt,
  type Attempt,
  type CurrentAttempt,
  type CurrentIntent,
  type DonorDetails,
} from "./attempt.ts";
import type { ChosenDonation } from "./chosen-donation.ts";
import {
  toConfirmationFailure,
  getDonorErrors,
  toPaymentFailure,
  toWalletFailure,
  type DonorErrors,
  type PaymentFailure,
  type PaymentRefusal,
  type PaymentStep,
} from "./payment-failure.ts";

/** The recorded donation or, if it couldn't be recorded yet, the donor's choices. */
export interface ConfirmedOrChosenDonation extends Omit<ConfirmedDonation, "id"> {
  readonly monthlyOfferToken: string | null;
}

/** The outcome of an action, as the screen shows it. */
export type PaymentOutcome =
  | { readonly status: "idle"; readonly errors: DonorErrors }
  | { readonly status: "success"; readonly donation: ConfirmedOrChosenDonation }
  | { readonly status: "error"; readonly failure: PaymentFailure };

/**
 * The result of confirming a payment with the provider. `incomplete` means that its form shows
 * validation errors.
 */
export type ConfirmationResult =
  | { readonly outcome: "taken" }
  | { readonly outcome: "incomplete" }
  | PaymentRefusal;

const createIdleOutcome = (errors: DonorErrors = {}): PaymentOutcome => ({
  status: "idle",
  errors,
});

const createSuccessOutcome = (donation: ConfirmedOrChosenDonation): PaymentOutcome => ({
  status: "success",
  donation,
});

const createFailureOutcome = (
  step: PaymentStep,
  failure: PaymentFailure,
  error?: unknown,
): PaymentOutcome => {
  // A declined card is an expected outcome, so don't log it.
  if (!failure.isDecline) logError(`Payment failed at ${step}`, error ?? failure.title);
  return { status: "error", failure };
};

/** Shows rejected fields as form errors rather than as a failed payment. */
const toRefusedOutcome = (step: PaymentStep, error: unknown): PaymentOutcome => {
  const errors = getDonorErrors(error);
  if (Object.keys(errors).length > 0) return createIdleOutcome(errors);
  return createFailureOutcome(step, toPaymentFailure(step, error), error);
};

/** Creates the intent before the payment form, which needs the intent's client secret (DON-44). */
export const prepare = async (
  { requestIntent }: CurrentAttempt,
  donation: ChosenDonation,
  donor: DonorDetails,
): Promise<PaymentOutcome> => {
  try {
    await requestIntent(donation, donor);
    return createIdleOutcome();
  } catch (error) {
    return toRefusedOutcome("intent", error);
  }
};

/** With the demo provider, recording the donation on the server completes the payment. */
export const payInDemo = async (
  { requestIntent, record }: CurrentAttempt,
  donation: ChosenDonation,
  donor: DonorDetails,
): Promise<PaymentOutcome> => {
  let step: PaymentStep = "intent";
  try {
    const { attempt, intent } = await requestIntent(donation, donor);
    step = "record";
    saveAttempt({ ...attempt, isConfirming: true });
    return createSuccessOutcome(await record(intent.paymentIntentId, attempt));
  } catch (error) {
    return toRefusedOutcome(step, error);
  }
};

/** The payment is confirmed, so don't report a failed gift even if recording it fails. */
const recordSuccessfulPayment = async (
  { record }: CurrentAttempt,
  { attempt, intent }: CurrentIntent,
  isDemo: boolean,
): Promise<PaymentOutcome> => {
  try {
    return createSuccessOutcome(await record(intent.paymentIntentId, attempt));
  } catch (error) {
    const failure = toPaymentFailure("record", error);
    if (failure.isDecline)
      return createFailureOutcome("record", { ...failure, endsAttempt: false });
    logError("A successful payment could not be recorded", error);
    showSuccess({
      title: "Payment Processed",
      description: "Your gift went through; we're still updating our records.",
    });
    const { firstName } = attempt.donor;
    const isRecurring = attempt.donation.frequency === "monthly";
    return createSuccessOutcome({
      firstName,
      amount: intent.amount,
      feeCovered: intent.amount - attempt.donation.amount,
      isRecurring,
      isDemo,
      status: "completed",
      nextChargeAt: null,
      monthlyOfferToken: null,
    });
  }
};

/** Confirms the payment in the provider's form, after saving that the outcome is pending. */
export const confirm = async (
  currentAttempt: CurrentAttempt,
  currentIntent: CurrentIntent,
  isDemo: boolean,
  pay: () => Promise<ConfirmationResult>,
): Promise<PaymentOutcome> => {
  saveAttempt({ ...currentIntent.attempt, isConfirming: true });
  const confirmation = await pay().catch((): ConfirmationResult => ({ outcome: "unknown" }));
  if (confirmation.outcome === "taken")
    return recordSuccessfulPayment(currentAttempt, currentIntent, isDemo);
  // The outcome is known, so a reload doesn't have to ask the server.
  if (confirmation.outcome !== "unknown") saveAttempt(currentIntent.attempt);
  if (confirmation.outcome === "incomplete") return createIdleOutcome();
  return createFailureOutcome("confirmation", toConfirmationFailure(confirmation));
};

/** Creates the intent for the donor that the wallet names, and confirms it. */
export const payWithWallet = async (
  currentAttempt: CurrentAttempt,
  { donation, donor }: Pick<Attempt, "donation" | "donor">,
  isDemo: boolean,
  pay: (intent: PaymentIntent) => Promise<ConfirmationResult>,
): Promise<PaymentOutcome> => {
  let currentIntent: CurrentIntent;
  try {
    currentIntent = await currentAttempt.requestIntent(donation, donor);
  } catch (error) {
    return toRefusedOutcome("intent", error);
  }
  return confirm(currentAttempt, currentIntent, isDemo, () => pay(currentIntent.intent));
};

/** Asks the server how the payment ended, after a reload or a bank redirect. */
export const resume = async (
  { record }: CurrentAttempt,
  paymentIntentId: string,
  attempt: Attempt | null,
): Promise<PaymentOutcome> => {
  try {
    return createSuccessOutcome(await record(paymentIntentId, attempt));
  } catch (error) {
    const failure = toPaymentFailure("record", error);
    if (attempt && failure.isDecline) saveAttempt({ ...attempt, isConfirming: false });
    const endsAttempt = failure.endsAttempt && !failure.isDecline;
    return createFailureOutcome("record", { ...failure, endsAttempt }, error);
  }
};

/**
 * Checks again how the payment ended. The donor keeps using the same attempt, so that a retry can't charge them twice.
 */
export const checkAgain = async ({ recordAgain }: CurrentAttempt): Promise<PaymentOutcome> => {
  try {
    const donation = await recordAgain();
    return donation ? createSuccessOutcome(donation) : createIdleOutcome();
  } catch (error) {
    return createFailureOutcome(
      "record",
      { ...toPaymentFailure("record", error), endsAttempt: false },
      error,
    );
  }
};

/** Returns the outcome of a wallet's payment that ended before there was an intent. */
export const rejectWallet = (message: string | undefined): PaymentOutcome =>
  createFailureOutcome("intent", toWalletFailure(message));
