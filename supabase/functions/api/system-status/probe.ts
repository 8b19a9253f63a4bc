import { MailRefused } from "../../_shared/clients/mail/transport.ts";
import { AppError } from "../../_shared/errors.ts";
import { logWarning } from "../../_shared/http/log.ts";

export interface Probe {
  /** `refused`: the service responds but rejects our key. */
  readonly state: "working" | "slow" | "failing" | "refused";
  readonly milliseconds: number;
}

const PATIENCE_MS = { slow: 1500, lost: 5000 };

/** Makes a cheap call to a service, with a short timeout, and returns its state. */
export async function probe(
  name: string,
  ask: (withinMs: number) => Promise<unknown>,
  patience = PATIENCE_MS,
): Promise<Probe> {
  const begun = performance.now();
  const elapsed = () => Math.round(performance.now() - begun);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const lost = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer in time")), patience.lost);
  });
  try {
    await Promise.race([ask(patience.lost), lost]);
    const milliseconds = elapsed();
    return { state: milliseconds > patience.slow ? "slow" : "working", milliseconds };
  } catch (error) {
    logWarning(`${name} isn't responding as it should: ${reasonOf(error)}`);
    return { state: isRefusal(error) ? "refused" : "failing", milliseconds: elapsed() };
  } finally {
    clearTimeout(timer);
  }
}

/** For the log only: provider messages can contain confidential details. */
function reasonOf(error: unknown): string {
  const cause = error instanceof AppError ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}

export const isRefusal = (error: unknown): boolean =>
  error instanceof MailRefused ||
  (error instanceof AppError && ["provider_failed", "provider_refused"].includes(error.code));
