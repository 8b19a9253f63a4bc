import { isIP } from "node:net";
import { PROJECT_EDGE_HEADER } from "../../functions/_shared/rules/visitor-address.ts";
import { AuthRefusal } from "./responses.ts";
import type { AuthContext } from "./context.ts";

/** Auth forgets a counter this long after its first attempt, so that the next attempts are another burst. */
const perFiveMinutes = (max: number) => ({ triesPerSecond: max / 300, lifetimeSeconds: 3600 });
const perMinute = (max: number) => ({ triesPerSecond: max / 60, lifetimeSeconds: 60 });

/** Auth's limits per IP address: how fast attempts become available again after a burst. */
export const LIMITS = {
  // supabase/config.toml sets these limits, under [auth.rate_limit].
  token: perFiveMinutes(150),
  signup: perFiveMinutes(30),
  recover: perFiveMinutes(30),
  magiclink: perFiveMinutes(30),
  otp: perFiveMinutes(30),
  resend: perFiveMinutes(30),
  user: perFiveMinutes(30),
  verify: perFiveMinutes(30),
  // Auth's defaults.
  "factor-challenge": perMinute(15),
  "factor-verify": perMinute(15),
} as const;
export type AttemptBucket = keyof typeof LIMITS;

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
  const { triesPerSecond, lifetimeSeconds } = LIMITS[bucket];
  const isForgotten = sql`
    counter.started_at < clock_timestamp() - make_interval(secs => ${lifetimeSeconds})`;
  const refilledTries = sql`
    case when ${isForgotten} then ${BURST_SIZE} else least(${BURST_SIZE}, counter.tries_left
      + extract(epoch from clock_timestamp() - counter.counted_at) * ${triesPerSecond}::float8) end`;
  const countedRows = await sql`
    insert into local_auth.attempts as counter (bucket, address, tries_left)
    values (${bucket}, ${address}, ${BURST_SIZE - 1})
    on conflict (bucket, address) do update
      set tries_left = ${refilledTries} - 1, counted_at = clock_timestamp(),
        started_at = case when ${isForgotten} then clock_timestamp() else counter.started_at end
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
