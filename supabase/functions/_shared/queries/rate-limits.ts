import type { Sql } from "../clients/database.ts";

export interface RateLimitAnswer {
  readonly allowed: boolean;
  /** Attempts in the window, including this one. */
  readonly hits: number;
  readonly retryAfterSeconds: number;
}

/** Counts one attempt of `subject` (a keyed hash) and returns whether it is within the limit. */
export async function recordAttempt(
  sql: Sql,
  bucket: string,
  subject: string,
  limit: { max: number; windowSeconds: number },
): Promise<RateLimitAnswer> {
  const [row] = await sql<RateLimitAnswer[]>`
    select allowed, hits, retry_after_seconds
    from private.rate_limit_hit(
      ${bucket}, ${subject}, ${limit.max}, make_interval(secs => ${limit.windowSeconds})
    )`;
  return row ?? { allowed: false, hits: limit.max + 1, retryAfterSeconds: limit.windowSeconds };
}

/** Resets the counter of `subject` after a success. */
export const clearAllAttempts = (sql: Sql, bucket: string, subject: string) =>
  sql`delete from public.rate_limits where bucket = ${bucket} and subject_hash = ${subject}`;

/** Uncounts one attempt of `subject`. */
export const clearAttempts = (sql: Sql, bucket: string, subject: string) =>
  sql`select private.rate_limit_return(${bucket}, ${subject})`;
