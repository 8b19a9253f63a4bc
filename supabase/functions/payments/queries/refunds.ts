import type { Sql } from "../../_shared/clients/database.ts";

export interface RefundRequest {
  readonly requestId: string;
  readonly donationId: string;
  /** Dollars; left out, all that is left. */
  readonly amount: string | undefined;
  readonly reason: string | undefined;
}

/**
 * Notes who asked for which refund, once per request. Raises SQLSTATE CP017 where so much cannot be given back, CP001
 * where the request was another one before.
 */
export async function requestRefund(
  sql: Sql,
  { requestId, donationId, amount, reason }: RefundRequest,
): Promise<{ readonly paymentIntentId: string; readonly amount: string }> {
  const [row] = await sql<[{ request: { paymentIntentId: string; amount: string } }]>`
    select private.request_refund(${requestId}, ${donationId}, ${amount ?? null}, ${reason ?? null}) as request`;
  return row.request;
}
