import type { Sql } from "../../_shared/clients/database.ts";
import { AppError } from "../../_shared/errors.ts";

/**
 * Limits of unfinished attempts per IP address, and per email at that address (threat 23). Emails aren't limited across
 * IP addresses, because anyone can type someone else's. The limit per email is lower, so that others at the same IP
 * address can still donate.
 */
const ATTEMPT_LIMITS = { maxPerAddress: 10, maxPerDonor: 8, windowSeconds: 600 };

export interface PaymentAttempt {
  readonly attemptId: string;
  readonly addressHash: string;
  readonly emailHash: string;
}

/** Throws `too_many_requests` after too many unfinished attempts. A repeated attempt counts once. */
export async function admitAttempt(sql: Sql, attempt: PaymentAttempt): Promise<void> {
  const [row] = await sql<[{ waitSeconds: number }]>`
    select private.admit_payment_attempt(
      ${attempt.attemptId}, ${attempt.addressHash}, ${attempt.emailHash},
      ${ATTEMPT_LIMITS.maxPerAddress}, ${ATTEMPT_LIMITS.maxPerDonor}, make_interval(secs => ${ATTEMPT_LIMITS.windowSeconds})
    ) as wait_seconds`;
  if (row.waitSeconds > 0)
    throw new AppError("too_many_requests", { retryAfterSeconds: row.waitSeconds });
}
