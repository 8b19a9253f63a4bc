import { MailRefusedError } from "../../_shared/clients/mail/transport.ts";
import { InterceptedError } from "../../_shared/clients/outgoing.ts";
import { AppError } from "../../_shared/errors.ts";
import { logWarning } from "../../_shared/http/log.ts";

export interface ProbeResult {
  /** `refused` means that the service, or the gateway in front of it, responds but rejects our key. */
  readonly state: "working" | "slow" | "failing" | "refused";
  readonly milliseconds: number;
}

const LIMITS_MS = { slow: 1500, timeout: 5000 };

/** Makes a cheap call to a service, with a short timeout, and returns its state. */
export async function probe(
  name: string,
  callService: (timeoutMs: number) => Promise<unknown>,
  limits = LIMITS_MS,
): Promise<ProbeResult> {
  const startedAt = performance.now();
  const measureElapsedMs = () => Math.round(performance.now() - startedAt);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no response in time")), limits.timeout);
  });
  try {
    await Promise.race([callService(limits.timeout), timeout]);
    const milliseconds = measureElapsedMs();
    return { state: milliseconds > limits.slow ? "slow" : "working", milliseconds };
  } catch (error) {
    logWarning(`${name} isn't responding as it should: ${getReason(error)}`);
    return { state: isRefusal(error) ? "refused" : "failing", milliseconds: measureElapsedMs() };
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the reason for the log only, because provider messages can contain confidential details. */
function getReason(error: unknown): string {
  const cause = error instanceof AppError ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}

const KEY_REFUSED_STATUS = 401;

export const isRefusal = (error: unknown): boolean =>
  error instanceof MailRefusedError ||
  (error instanceof AppError &&
    (["provider_failed", "provider_refused"].includes(error.code) ||
      (error.cause instanceof InterceptedError && error.cause.status === KEY_REFUSED_STATUS)));
