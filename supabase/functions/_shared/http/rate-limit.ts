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
import { toWiderSubject } from "../rules/visitor-address.ts";

type CounterServices = Pick<Services, "database" | "environment">;

/** How much more often the /48 around an IPv6 address may try than the address's own /64. */
const WIDER_NETWORK_FACTOR = 10;

/** Hashes the subjects that are counted: the one given and, if it ends with an IPv6 address, the /48 around it. */
export async function hashSubjects(
  hash: (subject: string) => Promise<string>,
  subject: string,
): Promise<readonly [own: string, wider: string | undefined]> {
  const widerSubject = toWiderSubject(subject);
  return [await hash(subject), widerSubject === undefined ? undefined : await hash(widerSubject)];
}

const hashFor = ({ environment }: CounterServices, subject: string) =>
  hashSubjects((value) => createKeyedHash(environment.HASH_SECRET[0], value), subject);

/**
 * Counts one attempt in its own transaction, so it counts even if the request fails. Only keyed hashes of `subject` (an
 * address or account) are stored. What the /64 is refused doesn't count for its neighbors in the /48.
 */
export async function countAttempt(
  services: CounterServices,
  bucket: string,
  subject: string,
  limit: RateLimit,
): Promise<RateLimitResult> {
  const [ownHash, widerHash] = await hashFor(services, subject);
  return services.database.as(service, async (sql) => {
    const own = await recordAttempt(sql, bucket, ownHash, limit);
    if (widerHash === undefined || !own.allowed) return own;
    const widerLimit = { ...limit, max: limit.max * WIDER_NETWORK_FACTOR };
    const wider = await recordAttempt(sql, bucket, widerHash, widerLimit);
    return wider.allowed ? own : { ...wider, hits: own.hits };
  });
}

/** Counts one attempt and throws 429 with the number of seconds to wait if it exceeds the limit. */
export async function enforceRateLimit(
  services: CounterServices,
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
  services: CounterServices,
  bucket: string,
  subject: string,
): Promise<void> {
  const hashes = await hashFor(services, subject);
  await services.database.as(service, async (sql) => {
    for (const hash of hashes) if (hash !== undefined) await deleteAttempts(sql, bucket, hash);
  });
}

/** Subtracts one attempt, for limits that count only successes or only failures. */
export async function takeBackAttempt(
  services: CounterServices,
  bucket: string,
  subject: string,
): Promise<void> {
  const hashes = await hashFor(services, subject);
  await services.database.as(service, async (sql) => {
    for (const hash of hashes) if (hash !== undefined) await decrementAttempts(sql, bucket, hash);
  });
}
