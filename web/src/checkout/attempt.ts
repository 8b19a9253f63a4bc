import { forgetDraft, readDraft, saveDraft, VISITOR } from "../lib/drafts.ts";
import type { Gift } from "./gift.ts";

export interface Donor {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** The donor and their options for this gift. */
export interface Giver extends Donor {
  /** Set if the name on the card is a single word, so `lastName` is the fallback (DON-25). */
  readonly hasOneName: boolean;
  readonly coversFee: boolean;
  readonly isAnonymous: boolean;
  readonly inHonorOf: string;
  /** A honeypot: people don't see this field, so only bots fill it in. */
  readonly website: string;
}

/** A payment attempt. It keeps its idempotency key through all retries. */
export interface Attempt {
  readonly key: string;
  readonly gift: Gift;
  readonly giver: Giver;
  readonly paymentIntentId: string | null;
  /** True from the confirmation at the provider until its outcome is known. */
  readonly isConfirming: boolean;
}

const DRAFT = { owner: VISITOR, form: "payment" } as const;

/**
 * Returns the tab's attempt, which survives a reload and a redirect to the bank. It holds no card
 * data.
 */
export const readAttempt = (): Attempt | null => {
  const held = readDraft(DRAFT) as Partial<Attempt> | null;
  return held?.key && held.gift && held.giver ? (held as Attempt) : null;
};

/** Returns the attempt if its outcome is unknown, so the money may be on its way. */
export const unsettledAttempt = (): (Attempt & { readonly paymentIntentId: string }) | null => {
  const attempt = readAttempt();
  const { paymentIntentId = null, isConfirming = false } = attempt ?? {};
  return attempt && isConfirming && paymentIntentId !== null
    ? { ...attempt, paymentIntentId }
    : null;
};

export const saveAttempt = (attempt: Attempt): Attempt => {
  saveDraft(DRAFT, attempt);
  return attempt;
};

export const forgetAttempt = (): void => forgetDraft(DRAFT);

/** Changing the gift or the donor starts a new attempt. */
export const isAttemptAt = (attempt: Attempt, gift: Gift, giver: Giver): boolean =>
  JSON.stringify([attempt.gift, attempt.giver]) === JSON.stringify([gift, giver]);

/** Returns the current attempt for this gift and donor, or starts a new one. */
export const attemptFor = (gift: Gift, giver: Giver): Attempt => {
  const held = readAttempt();
  return held && isAttemptAt(held, gift, giver)
    ? held
    : saveAttempt({
        key: crypto.randomUUID(),
        gift,
        giver,
        paymentIntentId: null,
        isConfirming: false,
      });
};
