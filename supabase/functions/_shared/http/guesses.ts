import { clearRateLimit, enforceRateLimit } from "./rate-limit.ts";
import type { Services } from "./services.ts";

/** Ten wrong guesses in 15 minutes per account and address, so that the owner elsewhere still gets in (threats 11). */
const GUESSES = { max: 10, windowSeconds: 900 };

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
