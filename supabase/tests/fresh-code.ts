import { setTimeout as wait } from "node:timers/promises";
import { generateCode } from "../local/auth/totp.ts";

const HALF_MINUTE_MS = 30_000;
const usedCodes = new Set<string>();

/**
 * Returns an authenticator code that hasn't been used before, because the embedded Auth accepts each code only once.
 */
export async function waitForFreshCode(secret: string): Promise<string> {
  for (;;) {
    const step = Math.floor(Date.now() / HALF_MINUTE_MS);
    // Doesn't try the code of the previous time step, because it may have expired by the time the request arrives.
    const unusedStep = [step, step + 1].find(
      (candidate) => !usedCodes.has(`${secret} ${candidate}`),
    );
    if (unusedStep !== undefined) {
      usedCodes.add(`${secret} ${unusedStep}`);
      return generateCode(secret, unusedStep * HALF_MINUTE_MS);
    }
    await wait(1000);
  }
}
