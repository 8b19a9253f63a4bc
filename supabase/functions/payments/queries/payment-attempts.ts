import type { Sql } from "../../_shared/clients/database.ts";
import { AppError } from "../../_shared/errors.ts";

/**
 * What ends in a gift does not count (threats row 23). One e-mail counts only at its address, because anybody can type it,
 * and leaves room there for others.
 */
const UNFINISHED = { maxOfAddress: 10, maxOfDonor: 8, windowSeconds: 600 };

export interface PaymentAttempt {
  readonly attemptId: string;
  /** Keyed hashes. */
  readonly addressHash: string;
  readonly emailHash: string;
}

/** Raises `too_many_requests` where too many came to nothing; a repeated attempt is no other one. */
export async function admitAttempt(sql: Sql, attempt: PaymentAttempt): Promise<void> {
  const [row] = await sql<[{ wait: number }]>`
    select private.admit_payment_attempt(
      ${attempt.attemptId}, ${attempt.addressHash}, ${attempt.emailHash},
      ${UNFINISHED.maxOfAddress}, ${UNFINISHED.maxOfDonor}, make_interval(secs => ${UNFINISHED.windowSeconds})
    ) as wait`;
  if (row.wait > 0) throw new AppError("too_many_requests", { retryAfterSeconds: row.wait });
}
