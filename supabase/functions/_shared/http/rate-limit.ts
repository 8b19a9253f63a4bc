import { service } from "../caller.ts";
import { AppError } from "../errors.ts";
import {
  countAttempt,
  forgetAttempt,
  forgetAttempts,
  type RateLimitAnswer,
} from "../queries/rate-limits.ts";
import type { Services } from "./services.ts";
import { keyedHash } from "./secrets.ts";
import type { RateLimit } from "../contracts/endpoint.ts";

/**
 * Counts one attempt in its own transaction, so that it counts even when the request fails afterwards. `subject` is an
 * address or an account; only its keyed hash is stored.
 */
export async function countTry(
  { database, environment }: Pick<Services, "database" | "environment">,
  bucket: string,
  subject: string,
  limit: RateLimit,
): Promise<RateLimitAnswer> {
  const hash = await keyedHash(environment.HASH_SECRET, subject);
  return database.as(service, (sql) => countAttempt(sql, bucket, hash, limit));
}

/** Counts one attempt and raises 429 with the seconds to wait where it is one too many. */
export async function enforceRateLimit(
  services: Pick<Services, "database" | "environment">,
  bucket: string,
  subject: string,
  limit: RateLimit,
): Promise<void> {
  const { allowed, retryAfterSeconds } = await countTry(services, bucket, subject, limit);
  if (allowed) return;
  const { sentence } = limit;
  throw new AppError("too_many_requests", {
    retryAfterSeconds,
    ...(sentence === undefined ? {} : { message: sentence }),
  });
}

/** Only failures in a row count towards a limit of guesses. */
export async function clearRateLimit(
  { database, environment }: Pick<Services, "database" | "environment">,
  bucket: string,
  subject: string,
): Promise<void> {
  const hash = await keyedHash(environment.HASH_SECRET, subject);
  await database.as(service, (sql) => forgetAttempts(sql, bucket, hash));
}

/** For a limit of successes alone. */
export async function giveRateLimitBack(
  { database, environment }: Pick<Services, "database" | "environment">,
  bucket: string,
  subject: string,
): Promise<void> {
  const hash = await keyedHash(environment.HASH_SECRET, subject);
  await database.as(service, (sql) => forgetAttempt(sql, bucket, hash));
}
