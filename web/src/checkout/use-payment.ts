import { useRef, useState } from "react";
import {
  useCreateDonation,
  useCreatePaymentIntent,
  type PaymentIntent,
  type RecordedDonation,
} from "../data/donations/mutations.ts";
import { logFailure } from "../lib/log.ts";
import type { Gift } from "./gift.ts";
import {
  donorErrors,
  paymentFailure,
  type DonorErrors,
  type PaymentFailure,
  type PaymentStep,
} from "./payment-failure.ts";

export interface Donor {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

export type PaymentState =
  | { readonly status: "idle" | "processing" }
  | { readonly status: "success"; readonly donation: RecordedDonation }
  | { readonly status: "error"; readonly failure: PaymentFailure };

interface Attempt {
  readonly fingerprint: string;
  readonly key: string;
  intent?: PaymentIntent;
}

/**
 * One attempt has one idempotency key and one intent, however often it is sent: after a lost answer the same attempt
 * goes out again. Another amount, another donor or a declined card begins a new one.
 */
export const usePayment = () => {
  const [state, setState] = useState<PaymentState>({ status: "idle" });
  const attempt = useRef<Attempt | null>(null);
  const createIntent = useCreatePaymentIntent();
  const createDonation = useCreateDonation();

  const attemptFor = (gift: Gift, donor: Donor): Attempt => {
    const fingerprint = JSON.stringify([gift, donor]);
    if (attempt.current?.fingerprint !== fingerprint) {
      attempt.current = { fingerprint, key: crypto.randomUUID() };
    }
    return attempt.current;
  };

  /** A field that is refused is shown as that, not as a failed payment. */
  const fail = (step: PaymentStep, error: unknown): DonorErrors => {
    const errors = donorErrors(error);
    if (Object.keys(errors).length > 0) {
      setState({ status: "idle" });
      return errors;
    }
    const failure = paymentFailure(step, error);
    // A declined card is an ordinary outcome, not a fault.
    if (!failure.isDecline) logFailure(`Payment failed at ${step}`, error);
    if (failure.endsAttempt) attempt.current = null;
    setState({ status: "error", failure });
    return {};
  };

  const requestIntent = async (gift: Gift, donor: Donor): Promise<PaymentIntent> => {
    const current = attemptFor(gift, donor);
    current.intent ??= await createIntent.mutateAsync({
      idempotencyKey: current.key,
      body: {
        amount: gift.amount,
        donorInfo: {
          ...donor,
          amount: String(gift.amount),
          isRecurring: gift.frequency === "monthly",
        },
      },
    });
    return current.intent;
  };

  /** Makes the intent ahead of the card form, for the donation page, which waits for the client secret. */
  const prepare = async (gift: Gift, donor: Donor) => {
    setState({ status: "processing" });
    try {
      const { clientSecret } = await requestIntent(gift, donor);
      setState({ status: "idle" });
      return { hasSecret: clientSecret !== "", errors: {} };
    } catch (error) {
      return { hasSecret: false, errors: fail("intent", error) };
    }
  };

  const pay = async (gift: Gift, donor: Donor): Promise<DonorErrors> => {
    setState({ status: "processing" });
    let step: PaymentStep = "intent";
    try {
      const { paymentIntentId } = await requestIntent(gift, donor);
      step = "record";
      const { donation } = await createDonation.mutateAsync({
        idempotencyKey: attemptFor(gift, donor).key,
        body: {
          ...donor,
          amount: String(gift.amount),
          isRecurring: gift.frequency === "monthly",
          stripePaymentIntentId: paymentIntentId,
          status: "completed",
        },
      });
      attempt.current = null;
      setState({ status: "success", donation });
      return {};
    } catch (error) {
      return fail(step, error);
    }
  };

  return { state, prepare, pay, backToForm: () => setState({ status: "idle" }) };
};

export type Payment = ReturnType<typeof usePayment>;
