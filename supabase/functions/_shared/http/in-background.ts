import { toAppError } from "../errors.ts";
import { logFailure } from "./log.ts";

/** Hosted isolates shut down soon after their last response unless pending work is registered. */
interface EdgeRuntime {
  readonly waitUntil: (work: Promise<void>) => void;
}

/** Runs work without delaying the response, because a delay could reveal information. Errors are logged. */
export function runInBackground(name: string, work: () => Promise<void>): void {
  const completion = work().catch((error: unknown) => {
    logFailure(crypto.randomUUID(), "BACKGROUND", name, toAppError(error));
  });
  (globalThis as { EdgeRuntime?: EdgeRuntime }).EdgeRuntime?.waitUntil(completion);
}
