/** Whether a payment of this tab may have been taken without its end being known: what `attempt.ts` keeps says so. */
export const isPaymentUnderWay = (): boolean =>
  sessionStorage.getItem("draft:visitor:payment")?.includes('"isConfirming":true') ?? false;
