import { isGone, hadNoResponse, getServerMessage } from "#lib/api/refusals.ts";
import { logError } from "#lib/log.ts";
import { isTimeout } from "#lib/api/time-limit.ts";
import { showToast } from "./toast.ts";

export interface FailureMessage {
  readonly title: string;
  /** Shown if the server doesn't send a message for users. */
  readonly fallback: string;
  /** Shown if someone has deleted the record. */
  readonly goneText?: string;
}

const OFFLINE_TEXT = "You appear to be offline. We kept what you typed.";

/** Puts the documented message on a separate line. */
export const getFormFailureText = (error: unknown, fallback: string): string => {
  if (hadNoResponse(error)) return `${fallback}\n${OFFLINE_TEXT}`;
  const serverText = getServerMessage(error);
  if (isTimeout(error)) return `${fallback}\n${serverText}`;
  return serverText ?? fallback;
};

/** Shows a toast for a failed action. Logs the cause, preceded by `logText`. */
export const showFailure = (logText: string, error: unknown, text: FailureMessage) => {
  const { title, fallback, goneText } = text;
  logError(logText, error);
  const serverText = isGone(error) ? goneText : undefined;
  showToast({ title, description: serverText ?? getServerMessage(error) ?? fallback });
};
