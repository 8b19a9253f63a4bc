import { isGone, isUnanswered, serverMessage } from "../lib/refusals.ts";
import { logFailure } from "../lib/log.ts";
import { isTimeout } from "../lib/time-limit.ts";
import { showToast } from "./toast.ts";

export interface FailureWords {
  readonly title: string;
  /** Where the server says nothing that a person understands. */
  readonly fallback: string;
  /** Where somebody has deleted what it was about. */
  readonly gone?: string;
}

const OFFLINE = "You appear to be offline. We kept what you typed.";

/** The documented sentence has a line of its own. */
export const formFailureText = (error: unknown, fallback: string): string => {
  if (isUnanswered(error)) return `${fallback}\n${OFFLINE}`;
  const sentence = serverMessage(error);
  if (isTimeout(error)) return `${fallback}\n${sentence}`;
  return sentence ?? fallback;
};

/** Of an action that did not succeed: a notification, and the cause in the console under the name of what failed. */
export const tellFailure = (what: string, error: unknown, words: FailureWords) => {
  const { title, fallback, gone } = words;
  logFailure(what, error);
  const sentence = isGone(error) ? gone : undefined;
  showToast({ title, description: sentence ?? serverMessage(error) ?? fallback });
};
