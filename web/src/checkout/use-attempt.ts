import { useRef, useState } from "react";
import {
  type CreateDonationInput,
  type CreatePaymentIntentInput,
  type PaymentIntent,
  useCreateDonation,
  useCreatePaymentIntent,
} from "../data/payments/mutations.ts";
import {
  getOrStartAttempt,
  clearAttempt,
  isAttemptFor,
  saveAttempt,
  type Attempt,
  type DonorDetails,
} from "./attempt.ts";
import type { ChosenDonation } from "./chosen-donation.ts";

export interface CurrentIntent {
  readonly intent: PaymentIntent;
  readonly attempt: Attempt;
}

interface RecordedIntent {
  readonly paymentIntentId: string;
  readonly attempt: Attempt | null;
}

/**
 * Builds the request body. Documented fields are always sent (DON-50), our additions only if the
 * donor chose them.
 */
const createIntentBody = ({
  donation,
  donor,
  source,
}: Pick<Attempt, "donation" | "donor" | "source">): CreatePaymentIntentInput["body"] => {
  const { firstName, lastName, hasOneName, email, coversFee, isAnonymous } = donor;
  const { inHonorOf, isMemorial, tribute, keepsCard, website } = donor;
  const isRecurring = donation.frequency === "monthly";
  return {
    amount: donation.amount,
    donorInfo: {
      firstName,
      lastName,
      email,
      amount: String(donation.amount),
      isRecurring,
      ...(hasOneName && { hasOneName }),
      ...(coversFee && { coversFee }),
      ...(isAnonymous && { isAnonymous }),
      ...(inHonorOf !== "" && { inHonorOf }),
      ...(isMemorial && { isMemorial }),
      ...(keepsCard && !isRecurring && { keepsCard }),
    },
    ...(tribute && { tribute }),
    ...(source !== undefined && { source }),
    ...(website !== "" && { website }),
  };
};

/**
 * After a bank redirect into another tab, there is no attempt, but the payment intent still has the donor's details.
 */
const createDonationBody = (
  stripePaymentIntentId: string,
  attempt: Attempt | null,
): CreateDonationInput["body"] => ({
  ...(attempt && {
    firstName: attempt.donor.firstName,
    lastName: attempt.donor.lastName,
    email: attempt.donor.email,
    amount: String(attempt.donation.amount),
    isRecurring: attempt.donation.frequency === "monthly",
  }),
  stripePaymentIntentId,
  status: "completed",
});

/**
 * Holds one attempt, which keeps its idempotency key and intent through all retries. A new attempt starts when the gift
 * or donor changes, or when the intent can't be used anymore.
 */
export const useAttempt = () => {
  const [currentIntent, setCurrentIntent] = useState<CurrentIntent | null>(null);
  const lastRecordedIntent = useRef<RecordedIntent | null>(null);
  const createIntent = useCreatePaymentIntent();
  const createDonation = useCreateDonation();

  const requestIntent = async (
    donation: ChosenDonation,
    donor: DonorDetails,
  ): Promise<CurrentIntent> => {
    const attempt = getOrStartAttempt(donation, donor);
    if (currentIntent?.attempt.key === attempt.key) return currentIntent;
    const intent = await createIntent.mutateAsync({
      idempotencyKey: attempt.key,
      body: createIntentBody(attempt),
    });
    const { paymentIntentId, monthlyOfferToken } = intent;
    const newAttempt = saveAttempt({ ...attempt, paymentIntentId, monthlyOfferToken });
    const newIntent = { intent, attempt: newAttempt };
    setCurrentIntent(newIntent);
    return newIntent;
  };

  /** Records the donation on the server, which asks the provider how the payment ended. */
  const record = async (paymentIntentId: string, attempt: Attempt | null) => {
    lastRecordedIntent.current = { paymentIntentId, attempt };
    const { donation } = await createDonation.mutateAsync({
      idempotencyKey: attempt?.key ?? crypto.randomUUID(),
      body: createDonationBody(paymentIntentId, attempt),
    });
    return { ...donation, monthlyOfferToken: attempt?.monthlyOfferToken ?? null };
  };

  return {
    currentIntent,
    requestIntent,
    record,
    /** Records the donation of the last intent again. Returns null if there is no intent. */
    recordAgain: async () => {
      const id = currentIntent?.intent.paymentIntentId;
      if (currentIntent && id) return record(id, currentIntent.attempt);
      const lastIntent = lastRecordedIntent.current;
      return lastIntent && record(lastIntent.paymentIntentId, lastIntent.attempt);
    },
    getIntent: (donation: ChosenDonation, donor: DonorDetails): PaymentIntent | undefined =>
      currentIntent && isAttemptFor(currentIntent.attempt, donation, donor)
        ? currentIntent.intent
        : undefined,
    /** Forgets the intent but keeps the stored attempt, whose idempotency key leads to the same intent again. */
    release: () => setCurrentIntent(null),
    end: () => {
      clearAttempt();
      setCurrentIntent(null);
    },
  };
};

export type CurrentAttempt = ReturnType<typeof useAttempt>;
