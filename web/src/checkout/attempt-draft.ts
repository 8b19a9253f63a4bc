import { storageKey, VISITOR } from "../lib/drafts/draft-key.ts";

/** The tab's attempt. This module is apart from `attempt.ts` because the home page loads it. */
export const ATTEMPT_DRAFT = { owner: VISITOR, form: "payment" } as const;

/** Returns whether a payment in this tab may have been taken without a known outcome. */
export const isPaymentPending = (): boolean =>
  sessionStorage.getItem(storageKey(ATTEMPT_DRAFT))?.includes('"isConfirming":true') ?? false;
