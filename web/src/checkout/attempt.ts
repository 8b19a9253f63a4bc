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
  /** A honeypot: people don't see this field, so only bots fill it in. */
  readonly website: string;
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
