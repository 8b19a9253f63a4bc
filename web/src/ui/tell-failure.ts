import { serverMessage } from "../lib/refusals.ts";
import { logFailure } from "../lib/log.ts";
import { showToast } from "./toast.ts";

export interface FailureWords {
  readonly title: string;
  /** Where the server says nothing that a person understands. */
  readonly fallback: string;
}

/** Of an action that did not succeed: a notification, and the cause in the console under the name of what failed. */
export const tellFailure = (what: string, error: unknown, { title, fallback }: FailureWords) => {
  logFailure(what, error);
  showToast({ title, description: serverMessage(error) ?? fallback });
};
