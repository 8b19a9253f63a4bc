import { tabStore } from "../lib/browser-storage.ts";
import { storageKey, VISITOR_OWNER } from "../lib/drafts/draft-key.ts";

/** The key of the tab's attempt. It isn't in `attempt.ts`, because the home page needs only the key. */
export const ATTEMPT_DRAFT_KEY = { owner: VISITOR_OWNER, form: "payment" } as const;

/** Returns whether the outcome of a payment in this tab is unknown. If so, the donor may have been charged. */
export const isPaymentPending = (): boolean =>
  tabStore.getItem(storageKey(ATTEMPT_DRAFT_KEY))?.includes('"isConfirming":true') ?? false;
