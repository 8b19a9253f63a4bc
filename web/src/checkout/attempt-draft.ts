import { storageKey, VISITOR } from "../lib/drafts/draft-key.ts";

/** The key of the tab's attempt. It isn't in `attempt.ts`, because the home page loads it. */
export const ATTEMPT_DRAFT = { owner: VISITOR, form: "payment" } as const;

/** Returns whether a payment in this tab may have been taken without a known outcome. */
export const isPaymentPending = (): boolean =>
  sessionStorage.getItem(storageKey(ATTEMPT_DRAFT))?.includes('"isConfirming":true') ?? false;
