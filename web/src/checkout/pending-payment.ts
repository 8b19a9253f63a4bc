/**
 * Returns whether a payment in this tab may have been taken without a known outcome. Reads the
 * draft of `attempt.ts` as text, to keep that module out of the first chunk.
 */
export const isPaymentPending = (): boolean =>
  sessionStorage.getItem("draft:visitor:payment")?.includes('"isConfirming":true') ?? false;
