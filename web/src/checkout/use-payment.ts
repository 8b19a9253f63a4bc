import { useRef, useState } from "react";
import {
  useCreateDonation,
  useCreatePaymentIntent,
  type PaymentIntent,
  type RecordedDonation,
} from "../data/donations/mutations.ts";
import { forgetDraft } from "../lib/drafts.ts";
import { logError } from "../lib/log.ts";
import { showSuccess } from "../ui/show-success.ts";
import {
  attemptFor,
  clearAttempt,
  isAttemptAt,
  saveAttempt,
  type Attempt,
  type DonorDetails,
} from "./attempt.ts";
import { CHECKOUT_DRAFT } from "./checkout-form.ts";
import { clearDonationDraft } from "./donation-draft.ts";
import type { ChosenDonation } from "./chosen-donation.ts";
import { donationBody, intentBody } from "./payment-bodies.ts";
import {
  confirmationFailure,
  donorErrors,
  paymentFailure,
  type DonorErrors,
  type PaymentFailure,
  type PaymentStep,
  type PaymentRefusal,
} from "./payment-failure.ts";

/** The recorded donation or, if it couldn't be recorded yet, the donor's choices. */
export type RecordedOrChosenDonation = Omit<RecordedDonation, "id">;

export type PaymentState =
  | { readonly status: "idle" | "processing" }
  | { readonly status: "success"; readonly donation: RecordedOrChosenDonation }
  | { readonly status: "error"; readonly failure: PaymentFailure };

/**
 * The result of a confirmation with the provider. `incomplete` means that its form shows validation
 * errors.
 */
export type ConfirmationResult =
  | { readonly outcome: "taken" }
  | { readonly outcome: "incomplete" }
  | PaymentRefusal;

const IDLE: PaymentState = { status: "idle" };
const PROCESSING: PaymentState = { status: "processing" };

interface CurrentIntent {
  readonly intent: PaymentIntent;
  readonly attempt: Attempt;
}

/**
 * Runs one payment attempt, with a single idempotency key and intent however often it is retried.
 * Changing the gift or donor, or the end of the intent, starts a new attempt.
 */
export const usePayment = () => {
  const [state, setState] = useState<PaymentState>(IDLE);
  const [held, setHeld] = useState<CurrentIntent | null>(null);
  const [isResuming, setResuming] = useState(false);
  const lastAsked = useRef<{ readonly paymentIntentId: string; readonly attempt: Attempt | null }>(
    null,
  );
  const createIntent = useCreatePaymentIntent();
  const createDonation = useCreateDonation();

  const endAttempt = () => {
    clearAttempt();
    setHeld(null);
  };

  const show = (step: PaymentStep, failure: PaymentFailure, error?: unknown) => {
    // A declined card is an expected outcome, so don't log it.
    if (!failure.isDecline) logError(`Payment failed at ${step}`, error ?? failure.title);
    if (failure.endsAttempt) endAttempt();
    setState({ status: "error", failure });
  };

  /** Shows rejected fields as form errors rather than as a failed payment. */
  const fail = (step: PaymentStep, error: unknown): DonorErrors => {
    const errors = donorErrors(error);
    if (Object.keys(errors).length > 0) setState(IDLE);
    else show(step, paymentFailure(step, error), error);
    return errors;
  };

  const succeed = (donation: RecordedOrChosenDonation) => {
    endAttempt();
    forgetDraft(CHECKOUT_DRAFT);
    clearDonationDraft();
    setState({ status: "success", donation });
  };

  const requestIntent = async (
    donation: ChosenDonation,
    donor: DonorDetails,
  ): Promise<CurrentIntent> => {
    const attempt = attemptFor(donation, donor);
    if (held?.attempt.key === attempt.key) return held;
    const intent = await createIntent.mutateAsync({
      idempotencyKey: attempt.key,
      body: intentBody(donation, donor),
    });
    const { paymentIntentId } = intent;
    const next = { intent, attempt: saveAttempt({ ...attempt, paymentIntentId }) };
    setHeld(next);
    return next;
  };

  const record = async (paymentIntentId: string, attempt: Attempt | null) => {
    lastAsked.current = { paymentIntentId, attempt };
    const { donation } = await createDonation.mutateAsync({
      idempotencyKey: attempt?.key ?? crypto.randomUUID(),
      body: donationBody(paymentIntentId, attempt),
    });
    return donation;
  };

  /** Creates the intent before the payment form, which needs its client secret (DON-44). */
  const prepare = async (donation: ChosenDonation, donor: DonorDetails): Promise<DonorErrors> => {
    setState(PROCESSING);
    try {
      await requestIntent(donation, donor);
      setState(IDLE);
      return {};
    } catch (error) {
      return fail("intent", error);
    }
  };

  /** With the demo provider, recording the donation on the server is what pays. */
  const payByDemo = async (donation: ChosenDonation, donor: DonorDetails): Promise<DonorErrors> => {
    setState(PROCESSING);
    let step: PaymentStep = "intent";
    try {
      const { attempt, intent } = await requestIntent(donation, donor);
      step = "record";
      succeed(await record(intent.paymentIntentId, attempt));
      return {};
    } catch (error) {
      return fail(step, error);
    }
  };

  /** The money is on its way, so don't report a failed gift even if recording it fails. */
  const recordTaken = async ({ attempt, intent }: CurrentIntent, isDemo: boolean) => {
    try {
      succeed(await record(intent.paymentIntentId, attempt));
    } catch (error) {
      const failure = paymentFailure("record", error);
      if (failure.isDecline) return show("record", { ...failure, endsAttempt: false });
      logError("A payment that was taken could not be recorded", error);
      showSuccess({
        title: "Payment Processed",
        description: "Your gift went through; we're still updating our records.",
      });
      const { firstName } = attempt.donor;
      const isRecurring = attempt.donation.frequency === "monthly";
      succeed({ firstName, amount: intent.amount, isRecurring, isDemo, status: "completed" });
    }
  };

  /** Confirms the payment in the provider's form, after recording that the outcome is pending. */
  const confirm = async (isDemo: boolean, pay: () => Promise<ConfirmationResult>) => {
    if (!held) return;
    setState(PROCESSING);
    saveAttempt({ ...held.attempt, isConfirming: true });
    const confirmation = await pay().catch((): ConfirmationResult => ({ outcome: "unknown" }));
    if (confirmation.outcome === "taken") return recordTaken(held, isDemo);
    // After a reload, the server is asked about an unknown outcome.
    if (confirmation.outcome !== "unknown") saveAttempt(held.attempt);
    if (confirmation.outcome === "incomplete") return setState(IDLE);
    return show("confirmation", confirmationFailure(confirmation));
  };

  /** Asks the server how the payment ended, after a reload or a bank redirect. */
  const resume = async (paymentIntentId: string, attempt: Attempt | null) => {
    setState(PROCESSING);
    setResuming(true);
    try {
      succeed(await record(paymentIntentId, attempt));
    } catch (error) {
      const failure = paymentFailure("record", error);
      if (attempt && failure.isDecline) saveAttempt({ ...attempt, isConfirming: false });
      show("record", { ...failure, endsAttempt: failure.endsAttempt && !failure.isDecline }, error);
    }
    setResuming(false);
  };

  /**
   * Asks again about a late response. The attempt continues whatever the response, so nobody pays
   * twice.
   */
  const checkAgain = async () => {
    const target = held
      ? { paymentIntentId: held.intent.paymentIntentId, attempt: held.attempt }
      : lastAsked.current;
    if (!target) return setState(IDLE);
    setState(PROCESSING);
    try {
      return succeed(await record(target.paymentIntentId, target.attempt));
    } catch (error) {
      return show("record", { ...paymentFailure("record", error), endsAttempt: false }, error);
    }
  };

  return {
    state,
    isResuming,
    checkAgain,
    prepare,
    payByDemo,
    confirm,
    resume,
    intentOf: (donation: ChosenDonation, donor: DonorDetails): PaymentIntent | undefined =>
      held && isAttemptAt(held.attempt, donation, donor) ? held.intent : undefined,
    backToForm: () => setState(IDLE),
    /** Dismisses the failure when the form changes, unless money may have moved. */
    dismissFailure: () => {
      if (state.status === "error" && state.failure.isUncharged) setState(IDLE);
    },
    /** Keeps the intent; the attempt's key finds it again. */
    backToDonor: () => {
      if (state.status === "processing") return;
      setHeld(null);
      setState(IDLE);
    },
  };
};

export type Payment = ReturnType<typeof usePayment>;
