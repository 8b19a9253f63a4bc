import { storageKey, VISITOR_OWNER } from "../lib/drafts/draft-key.ts";

/** The key of the tab's attempt, separate from `attempt.ts` because the home page needs only this. */
export const ATTEMPT_DRAFT = { owner: VISITOR_OWNER, form: "payment" } as const;

/** Returns whether a payment in this tab may have been taken without a known outcome. */
export const isPaymentPending = (): boolean =>
  sessionStorage.getItem(storageKey(ATTEMPT_DRAFT))?.includes('"isConfirming":true') ?? false;
