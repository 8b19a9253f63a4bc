import { toAppError } from "../errors.ts";
import { logFailure } from "./log.ts";

/** Hosted isolates end soon after their last answer, unless they are told what is still under way. */
interface EdgeRuntime {
  readonly waitUntil: (work: Promise<void>) => void;
}

/** Work whose length must not be seen in the answer. What goes wrong with it is in the log. */
export function inBackground(name: string, work: () => Promise<void>): void {
  const done = work().catch((error: unknown) => {
    logFailure(crypto.randomUUID(), "BACKGROUND", name, toAppError(error));
  });
  (globalThis as { EdgeRuntime?: EdgeRuntime }).EdgeRuntime?.waitUntil(done);
}
