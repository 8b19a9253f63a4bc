import { setTimeout as wait } from "node:timers/promises";
import { codeAt } from "../local/auth/totp.ts";

const HALF_MINUTE_MS = 30_000;
const usedCodes = new Set<string>();

/** Returns an authenticator code that wasn't used before, because the local Auth accepts each once. */
export async function waitForFreshCode(secret: string): Promise<string> {
  for (;;) {
    const step = Math.floor(Date.now() / HALF_MINUTE_MS);
    // By the time the current code arrives, it may already be one step old. A code that is already one step old would
    // then be too old, so it isn't tried.
    const unusedStep = [step, step + 1].find(
      (candidate) => !usedCodes.has(`${secret} ${candidate}`),
    );
    if (unusedStep !== undefined) {
      usedCodes.add(`${secret} ${unusedStep}`);
      return codeAt(secret, unusedStep * HALF_MINUTE_MS);
    }
    await wait(1000);
  }
}
