import { MailRefusedError, MailUnavailableError } from "../_shared/clients/mail/transport.ts";
import { UnsendableMailError } from "../_shared/mail/placeholders.ts";
import type { ClaimedEmail, DeliveryResult } from "./queries.ts";

const SECONDS_PER_MINUTE = 60;
const HOUR_SECONDS = 60 * SECONDS_PER_MINUTE;

/**
 * The delays between attempts. The last attempt is almost two days after the first. If it fails, the email counts as
 * failed.
 */
const DELAYS_SECONDS = [
  SECONDS_PER_MINUTE,
  5 * SECONDS_PER_MINUTE,
  30 * SECONDS_PER_MINUTE,
  2 * HOUR_SECONDS,
  6 * HOUR_SECONDS,
  12 * HOUR_SECONDS,
  24 * HOUR_SECONDS,
];

/** Returns what happens to an email after an attempt that failed. */
export function getFailureResult(
  error: unknown,
  { attempts, wasOvertaken }: Pick<ClaimedEmail, "attempts" | "wasOvertaken">,
): DeliveryResult {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof UnsendableMailError) return { status: "held", reason };
  if (error instanceof MailRefusedError) return { status: "failed", reason, isTransportUp: true };
  const pause = error instanceof MailUnavailableError ? error : undefined;
  if (pause && isOnlyTransportsFault(pause, wasOvertaken)) {
    return { status: "queued", reason, delaySeconds: 0, isUntried: true, pause };
  }
  const result = { reason, isTransportUp: pause === undefined, pause };
  const delaySeconds = DELAYS_SECONDS[attempts - 1];
  return delaySeconds === undefined
    ? { status: "failed", ...result }
    : { status: "queued", ...result, delaySeconds };
}

/**
 * Returns whether an email can be tried any number of times. Each attempt that may have gotten through counts, so that
 * nobody gets copies without end. If the provider has taken other emails since it last refused this one, the cause may be
 * this email.
 */
const isOnlyTransportsFault = (
  { reason, mayBeSent }: MailUnavailableError,
  wasOvertaken: boolean,
): boolean => !mayBeSent && (reason === "limit" || !wasOvertaken);
