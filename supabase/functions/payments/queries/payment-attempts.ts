import type { Sql } from "../../_shared/clients/database.ts";
import { AppError } from "../../_shared/errors.ts";

/**
 * Limits of unfinished attempts per IP address, and per email at that address (threat 23). Emails aren't limited across
 * addresses, because anyone can type someone else's. Their limit is lower, so others at the address can still donate.
 */
const UNFINISHED = { maxOfAddress: 10, maxOfDonor: 8, windowSeconds: 600 };

export interface PaymentAttempt {
  readonly attemptId: string;
  readonly addressHash: string;
  readonly emailHash: string;
}

/** Throws `too_many_requests` after too many unfinished attempts. A repeated attempt counts once. */
export async function admitAttempt(sql: Sql, attempt: PaymentAttempt): Promise<void> {
  const [row] = await sql<[{ wait: number }]>`
    select private.admit_payment_attempt(
      ${attempt.attemptId}, ${attempt.addressHash}, ${attempt.emailHash},
      ${UNFINISHED.maxOfAddress}, ${UNFINISHED.maxOfDonor}, make_interval(secs => ${UNFINISHED.windowSeconds})
    ) as wait`;
  if (row.wait > 0) throw new AppError("too_many_requests", { retryAfterSeconds: row.wait });
}
