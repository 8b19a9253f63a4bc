import type { Sql } from "../clients/database.ts";

export interface RateLimitResult {
  readonly allowed: boolean;
  /** The number of attempts in the window, including this one. */
  readonly hits: number;
  readonly retryAfterSeconds: number;
}

/** Counts one attempt by the subject and returns whether it is within the limit. */
export async function recordAttempt(
  sql: Sql,
  bucket: string,
  subjectHash: string,
  limit: { max: number; windowSeconds: number },
): Promise<RateLimitResult> {
  const [row] = await sql<RateLimitResult[]>`
    select allowed, hits, retry_after_seconds
    from private.count_rate_limit_hit(
      ${bucket}, ${subjectHash}, ${limit.max}, make_interval(secs => ${limit.windowSeconds})
    )`;
  return row ?? { allowed: false, hits: limit.max + 1, retryAfterSeconds: limit.windowSeconds };
}

/** Adds refused requests to the site's counters, by status. */
export const addRefusedRequests = (sql: Sql, counts: Readonly<Record<number, number>>) =>
  sql`select private.count_refused_requests(${sql.json(counts)})`;

/** Resets the subject's counter after a success. */
export const deleteAttempts = (sql: Sql, bucket: string, subjectHash: string) =>
  sql`delete from public.rate_limits where bucket = ${bucket} and subject_hash = ${subjectHash}`;

/** Subtracts one attempt from the subject's counter. */
export const decrementAttempts = (sql: Sql, bucket: string, subjectHash: string) =>
  sql`select private.take_back_rate_limit_hit(${bucket}, ${subjectHash})`;
