import { isIP } from "node:net";
import { PROJECT_EDGE_HEADER } from "../../functions/_shared/rules/visitor-address.ts";
import { AuthRefusal } from "./responses.ts";
import type { AuthContext } from "./context.ts";

/** Auth's rate limits, as the number of attempts per second that become available again. */
export const REFILL_RATES = {
  // supabase/config.toml sets these limits per five minutes, under [auth.rate_limit].
  token: 30 / 300,
  signup: 30 / 300,
  recover: 30 / 300,
  magiclink: 30 / 300,
  otp: 30 / 300,
  resend: 30 / 300,
  user: 30 / 300,
  verify: 30 / 300,
  // Auth's default for each of these two is 15 attempts per minute.
  "factor-challenge": 15 / 60,
  "factor-verify": 15 / 60,
} as const;
export type AttemptBucket = keyof typeof REFILL_RATES;

/** Auth's burst size, the same for every bucket. */
const BURST_SIZE = 30;

/**
 * Counts one attempt from the IP address, or throws a 429 if the address has no attempts left. The counters are in the
 * database, not in memory, so that tests can reset them.
 */
export async function countLoginAttempt(
  { sql }: AuthContext,
  bucket: AttemptBucket,
  address: string,
) {
  const refilledTries = sql`
    least(${BURST_SIZE}, counter.tries_left
      + extract(epoch from clock_timestamp() - counter.counted_at) * ${REFILL_RATES[bucket]}::float8)`;
  const countedRows = await sql`
    insert into local_auth.attempts as counter (bucket, address, tries_left)
    values (${bucket}, ${address}, ${BURST_SIZE - 1})
    on conflict (bucket, address) do update
      set tries_left = ${refilledTries} - 1, counted_at = clock_timestamp()
      where ${refilledTries} >= 1
    returning 1`;
  if (countedRows.length > 0) return;
  throw new AuthRefusal(429, "over_request_rate_limit", "Request rate limit reached");
}

/**
 * Returns the IP address that a request counts toward: the visitor's address if our functions sent it with the secret
 * key, otherwise the peer address that the gateway set.
 */
export function readClientAddress(headers: Headers, secretKey: string): string {
  const visitorAddress = (headers.get("sb-forwarded-for") ?? "").split(",")[0]?.trim() ?? "";
  if (headers.get("apikey") === secretKey && isIP(visitorAddress) !== 0) return visitorAddress;
  return headers.get(PROJECT_EDGE_HEADER) ?? "";
}
