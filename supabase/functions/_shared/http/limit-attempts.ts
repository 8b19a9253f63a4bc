import { clearRateLimit, countAttempt, enforceRateLimit, takeBackAttempt } from "./rate-limit.ts";
import type { Services } from "./services.ts";

/** Applies per account and IP address, so that the account's owner can still log in from elsewhere (threat 11). */
const ATTEMPT_LIMIT = { max: 10, windowSeconds: 900 };

/**
 * The number of wrong passwords per account per hour, from all IP addresses. Beyond this limit, attempts without a
 * solved captcha are delayed. They aren't blocked, because then anyone could lock an account.
 */
const ACCOUNT_FAILURE_LIMIT = { max: 100, windowSeconds: 3600 };
const DELAY_MS = 5000;

/** The number of wrong passwords per account per hour before administrators are warned, at most once a day. */
const FAILURES_BEFORE_WARNING = 20;

/**
 * Makes an attempt that has been counted. Doesn't count it if it throws, because then nothing was checked: Auth has too
 * many logins from this address, or doesn't respond.
 */
async function takeBackIfUnchecked<Success>(
  services: Services,
  bucket: string,
  subject: string,
  attempt: () => Promise<Success>,
): Promise<Success> {
  try {
    return await attempt();
  } catch (error) {
    await takeBackAttempt(services, bucket, subject);
    throw error;
  }
}

/**
 * Makes one password attempt. It counts before trying, so parallel attempts can't slip through; a success (`attempt`
 * returns a value) resets the counter.
 */
export async function limitAttempts<Success>(
  services: Services,
  bucket: string,
  subject: string,
  attempt: () => Promise<Success | undefined>,
): Promise<Success | undefined> {
  await enforceRateLimit(services, bucket, subject, ATTEMPT_LIMIT);
  const success = await takeBackIfUnchecked(services, bucket, subject, attempt);
  if (success !== undefined) await clearRateLimit(services, bucket, subject);
  return success;
}

export interface LoginAttempt {
  readonly bucket: "login-admin" | "login-volunteer" | "change-password";
  /** The submitted username or email, whether or not it's registered, or the session's user id. */
  readonly account: string;
  readonly address: string;
}

/**
 * Makes one password attempt that also counts for the account across all addresses. Calls `onManyFailures` from the
 * 20th failure on, and not only at the 20th, which another attempt may have counted and taken back.
 */
export function limitLoginAttempts<Success>(
  services: Services,
  { bucket, account, address }: LoginAttempt,
  attempt: () => Promise<Success | undefined>,
  onManyFailures: () => void,
): Promise<Success | undefined> {
  const accountBucket = `${bucket}-account`;
  return limitAttempts(services, bucket, `${account} ${address}`, async () => {
    const { allowed, hits } = await countAttempt(
      services,
      accountBucket,
      account,
      ACCOUNT_FAILURE_LIMIT,
    );
    const requiresCaptcha =
      services.environment.CAPTCHA_SECRET !== undefined && bucket !== "change-password";
    if (!allowed && !requiresCaptcha) {
      await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
    }
    const success = await takeBackIfUnchecked(services, accountBucket, account, attempt);
    if (success !== undefined) {
      await takeBackAttempt(services, accountBucket, account);
    } else if (hits >= FAILURES_BEFORE_WARNING) onManyFailures();
    return success;
  });
}
