import { setTimeout as wait } from "node:timers/promises";
import { codeAt } from "../local/auth/totp.ts";

const HALF_MINUTE = 30_000;
const used = new Set<string>();

/** A code of the app that has not served before: the local Auth takes each once. */
export async function freshCode(secret: string): Promise<string> {
  for (;;) {
    const step = Math.floor(Date.now() / HALF_MINUTE);
    // What is current now may be the one before when it arrives, so the one before is not tried.
    const free = [step, step + 1].find((one) => !used.has(`${secret} ${one}`));
    if (free !== undefined) {
      used.add(`${secret} ${free}`);
      return codeAt(secret, free * HALF_MINUTE);
    }
    await wait(1000);
  }
}
