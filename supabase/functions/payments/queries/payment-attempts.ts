import type { Sql } from "../../_shared/clients/database.ts";
import { AppError } from "../../_shared/errors.ts";

/**
 * Completed attempts don't count (threat 23). One email counts only per address, because anyone can type it, and is
 * limited lower, so others at that address can still donate.
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
