import { clearRateLimit, countTry, enforceRateLimit, giveRateLimitBack } from "./rate-limit.ts";
import type { Services } from "./services.ts";

/** Ten wrong guesses in 15 minutes per account and address, so that the owner elsewhere still gets in (threats 11). */
const GUESSES = { max: 10, windowSeconds: 900 };

/**
 * Wrong passwords of one account in an hour, from however many addresses. Beyond them each try waits, unless a captcha
 * was solved for it. Nobody is refused by this count: strangers could lock an account with it.
 */
const ACCOUNT_FAILURES = { max: 100, windowSeconds: 3600 };
const WAIT_MS = 5000;

/** Wrong passwords of one account in an hour that administrators hear of. */
const TOLD_FAILURES = 20;

/**
 * One attempt with a password. It counts before it tries, so that parallel guesses cannot slip through; a right password,
 * for which `attempt` answers something, starts the count anew.
 */
export async function guess<Success>(
  services: Services,
  bucket: string,
  subject: string,
  attempt: () => Promise<Success | undefined>,
): Promise<Success | undefined> {
  await enforceRateLimit(services, bucket, subject, GUESSES);
  const success = await attempt();
  if (success !== undefined) await clearRateLimit(services, bucket, subject);
  return success;
}

export interface LoginAttempt {
  readonly bucket: "login-admin" | "login-volunteer" | "change-password";
  /** The name that was typed, known or not; the user of the session where there is one. */
  readonly account: string;
  readonly address: string;
}

/** A guess at a password, which counts for the account as well, wherever it comes from. */
export function guessLogin<Success>(
  services: Services,
  { bucket, account, address }: LoginAttempt,
  attempt: () => Promise<Success | undefined>,
  onManyFailures: () => void,
): Promise<Success | undefined> {
  const perAccount = `${bucket}-account`;
  return guess(services, bucket, `${account} ${address}`, async () => {
    const { allowed, hits } = await countTry(services, perAccount, account, ACCOUNT_FAILURES);
    const asksCaptcha =
      services.environment.CAPTCHA_SECRET !== undefined && bucket !== "change-password";
    if (!allowed && !asksCaptcha) {
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
    const success = await attempt();
    if (success !== undefined) {
      await giveRateLimitBack(services, perAccount, account);
    } else if (hits === TOLD_FAILURES) onManyFailures();
    return success;
  });
}
