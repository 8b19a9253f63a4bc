import { isGone, hadNoResponse, serverMessage } from "#lib/api/refusals.ts";
import { logError } from "#lib/log.ts";
import { isTimeout } from "#lib/api/time-limit.ts";
import { showToast } from "./toast.ts";

export interface FailureMessage {
  readonly title: string;
  /** Shown if the server doesn't send a message for people. */
  readonly fallback: string;
  /** Shown if someone has deleted the record. */
  readonly gone?: string;
}

const OFFLINE = "You appear to be offline. We kept what you typed.";

/** Puts the documented sentence on a line of its own. */
export const formFailureText = (error: unknown, fallback: string): string => {
  if (hadNoResponse(error)) return `${fallback}\n${OFFLINE}`;
  const sentence = serverMessage(error);
  if (isTimeout(error)) return `${fallback}\n${sentence}`;
  return sentence ?? fallback;
};

/** Shows a failed action as a toast and logs its cause under the action's name. */
export const showFailure = (action: string, error: unknown, text: FailureMessage) => {
  const { title, fallback, gone } = text;
  logError(action, error);
  const sentence = isGone(error) ? gone : undefined;
  showToast({ title, description: sentence ?? serverMessage(error) ?? fallback });
};
