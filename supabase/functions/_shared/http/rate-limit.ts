import { service } from "../caller.ts";
import { AppError } from "../errors.ts";
import {
  recordAttempt,
  decrementAttempts,
  deleteAttempts,
  type RateLimitResult,
} from "../queries/rate-limits.ts";
import type { Services } from "./services.ts";
import { createKeyedHash } from "./secrets.ts";
import type { RateLimit } from "../contracts/endpoint.ts";

/**
 * Counts one attempt in its own transaction, so it counts even if the request fails. Only a keyed hash of `subject` (an
 * address or account) is stored.
 */
export async function countAttempt(
  { database, environment }: Pick<Services, "database" | "environment">,
  bucket: string,
  subject: string,
  limit: RateLimit,
): Promise<RateLimitResult> {
  const subjectHash = await createKeyedHash(environment.HASH_SECRET[0], subject);
  return database.as(service, (sql) => recordAttempt(sql, bucket, subjectHash, limit));
}

/** Counts one attempt and throws 429 with the number of seconds to wait if it exceeds the limit. */
export async function enforceRateLimit(
  services: Pick<Services, "database" | "environment">,
  bucket: string,
  subject: string,
  limit: RateLimit,
): Promise<void> {
  const { allowed, retryAfterSeconds } = await countAttempt(services, bucket, subject, limit);
  if (allowed) return;
  const { userMessage } = limit;
  throw new AppError("too_many_requests", {
    retryAfterSeconds,
    ...(userMessage === undefined ? {} : { message: userMessage }),
  });
}

/** Resets a counter after a success, so that only consecutive failures count. */
export async function clearRateLimit(
  { database, environment }: Pick<Services, "database" | "environment">,
  bucket: string,
  subject: string,
): Promise<void> {
  const subjectHash = await createKeyedHash(environment.HASH_SECRET[0], subject);
  await database.as(service, (sql) => deleteAttempts(sql, bucket, subjectHash));
}

/** Subtracts one attempt, for limits that count only successes or only failures. */
export async function takeBackAttempt(
  { database, environment }: Pick<Services, "database" | "environment">,
  bucket: string,
  subject: string,
): Promise<void> {
  const subjectHash = await createKeyedHash(environment.HASH_SECRET[0], subject);
  await database.as(service, (sql) => decrementAttempts(sql, bucket, subjectHash));
}
