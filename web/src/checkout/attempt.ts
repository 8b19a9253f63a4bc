import { useRef, useState } from "react";
import {
  type CreateDonationInput,
  type CreatePaymentIntentInput,
  type PaymentIntent,
  useCreateDonation,
  useCreatePaymentIntent,
} from "../data/payments/mutations.ts";
import { forgetDraft, readDraft, saveDraft } from "../lib/drafts/drafts.ts";
import { ATTEMPT_DRAFT_KEY } from "./attempt-draft.ts";
import type { ChosenDonation } from "./chosen-donation.ts";
import { readSource } from "./donation-link.ts";
import type { TributeDetails } from "./tribute-form.ts";

export interface DonorContact {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** The donor and their options for this gift. */
export interface DonorDetails extends DonorContact {
  /** True if the name on the card is a single word, so `lastName` is the fallback (DON-25). */
  readonly hasOneName: boolean;
  readonly coversFee: boolean;
  readonly isAnonymous: boolean;
  readonly inHonorOf: string;
  /** True if the person in `inHonorOf` has died. */
  readonly isMemorial: boolean;
  /** A card to send, if the donor wants one. */
  readonly tribute: TributeDetails | null;
  /** Lets Stripe keep the card, so that the donor can add a monthly gift with one click. Ignored for monthly gifts. */
  readonly keepsCard: boolean;
}

/** A payment attempt. It keeps its idempotency key through all retries. */
export interface Attempt {
  readonly key: string;
  readonly donation: ChosenDonation;
  readonly donor: DonorDetails;
  /** The source in the link that the donor followed. */
  readonly source?: string | undefined;
  readonly paymentIntentId: string | null;
  /**
   * The token that starts a monthly gift with the same card; null unless the donor lets Stripe keep
   * the card.
   */
  readonly monthlyOfferToken: string | null;
  /** True while a payment is being confirmed with the provider, until its outcome is known. */
  readonly isConfirming: boolean;
}

/**
 * Returns the tab's attempt, which survives a reload and a redirect to the bank. It never holds card data.
 */
export const readAttempt = (): Attempt | null => {
  const storedAttempt = readDraft(ATTEMPT_DRAFT_KEY) as Partial<Attempt> | null;
  return storedAttempt?.key && storedAttempt.donation && storedAttempt.donor
    ? (storedAttempt as Attempt)
    : null;
};

/** Returns the attempt if its outcome is unknown, which means that the donor may have been charged. */
export const readUnresolvedAttempt = ():
  | (Attempt & { readonly paymentIntentId: string })
  | null => {
  const attempt = readAttempt();
  const { paymentIntentId = null, isConfirming = false } = attempt ?? {};
  return attempt && isConfirming && paymentIntentId !== null
    ? { ...attempt, paymentIntentId }
    : null;
};

export const saveAttempt = (attempt: Attempt): Attempt => {
  saveDraft(ATTEMPT_DRAFT_KEY, attempt);
  return attempt;
};

export const clearAttempt = (): void => forgetDraft(ATTEMPT_DRAFT_KEY);

/** Returns whether the attempt is for this gift and donor. A different gift or donor needs a new attempt. */
export const isAttemptFor = (
  attempt: Attempt,
  donation: ChosenDonation,
  donor: DonorDetails,
): boolean =>
  JSON.stringify([attempt.donation, attempt.donor]) === JSON.stringify([donation, donor]);

/** Returns the current attempt for this gift and donor, or starts a new one. */
export const getOrStartAttempt = (donation: ChosenDonation, donor: DonorDetails): Attempt => {
  const storedAttempt = readAttempt();
  return storedAttempt && isAttemptFor(storedAttempt, donation, donor)
    ? storedAttempt
    : saveAttempt({
        key: crypto.randomUUID(),
        donation,
        donor,
        source: readSource(),
        paymentIntentId: null,
        monthlyOfferToken: null,
        isConfirming: false,
      });
};

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
  const { inHonorOf, isMemorial, tribute, keepsCard } = donor;
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
