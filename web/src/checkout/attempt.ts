import { forgetDraft, readDraft, saveDraft, VISITOR } from "../lib/drafts.ts";
import type { Gift } from "./gift.ts";

export interface Donor {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** Who gives, and how. */
export interface Giver extends Donor {
  /** Of a single word on a card the last name is made up. */
  readonly hasOneName: boolean;
  readonly coversFee: boolean;
  readonly isAnonymous: boolean;
  readonly inHonorOf: string;
  /** No person sees this field, so what fills it in is none. */
  readonly website: string;
}

/** One attempt has one idempotency key, however often it is sent. */
export interface Attempt {
  readonly key: string;
  readonly gift: Gift;
  readonly giver: Giver;
  readonly paymentIntentId: string | null;
  /** It went to the provider, and how it ended there is not known yet. */
  readonly isConfirming: boolean;
}

const DRAFT = { owner: VISITOR, form: "payment" } as const;

/** Survives a reload and a bank's page in between; it ends with its tab. No card data is in it. */
export const readAttempt = (): Attempt | null => {
  const held = readDraft(DRAFT) as Partial<Attempt> | null;
  return held?.key && held.gift && held.giver ? (held as Attempt) : null;
};

/** The one whose end is not known yet: the money may be on its way. */
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

/** Another amount and another donor are another attempt. */
export const isAttemptAt = (attempt: Attempt, gift: Gift, giver: Giver): boolean =>
  JSON.stringify([attempt.gift, attempt.giver]) === JSON.stringify([gift, giver]);

/** The attempt that is under way, or a new one. */
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
