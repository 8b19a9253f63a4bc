import type { Sql } from "../../_shared/clients/database.ts";

export interface RefundRequest {
  readonly requestId: string;
  readonly donationId: string;
  /** Dollars; omit to refund the full remaining amount. */
  readonly amount: string | undefined;
  readonly reason: string | undefined;
}

/**
 * Records who requested a refund, once per request. Throws SQLSTATE CP017 if the amount exceeds what's left, and CP001
 * if a repeated request differs.
 */
export async function requestRefund(
  sql: Sql,
  { requestId, donationId, amount, reason }: RefundRequest,
): Promise<{ readonly paymentIntentId: string; readonly amount: string }> {
  const [row] = await sql<[{ request: { paymentIntentId: string; amount: string } }]>`
    select private.request_refund(${requestId}, ${donationId}, ${amount ?? null}, ${reason ?? null}) as request`;
  return row.request;
}
