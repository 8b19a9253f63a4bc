import { ApiError } from "./api-error.ts";
import { getFieldIssues, hadNoResponse } from "./refusals.ts";
import { isTimeout } from "./time-limit.ts";

/** Returns the server's question about what it takes only with `anyway`. Returns null for all other errors. */
export const getQuestion = (error: unknown, code: "overlaps" | "unusual_date"): string | null =>
  error instanceof ApiError && error.body?.code === code ? (error.body.message ?? "") : null;

export interface StaleEdit {
  readonly savedBy: string;
  readonly changedFields: readonly string[];
  readonly current: Readonly<Record<string, unknown>>;
}

/** Returns who has saved the record since it was loaded, and their version. Returns null for all other errors. */
export const staleEdit = (error: unknown): StaleEdit | null => {
  const body = error instanceof ApiError ? error.body : null;
  if (body?.code !== "stale_edit" || !body.current) return null;
  const { savedBy = "Someone", current } = body;
  return { savedBy, current, changedFields: Object.keys(getFieldIssues(error)) };
};

/** True if someone has changed the record since it was shown. */
export const isStaleEdit = (error: unknown): boolean =>
  error instanceof ApiError && error.body?.code === "stale_edit";

/** True if our server's response was lost, so a write may have been saved. */
export const isResponseLost = (error: unknown): boolean =>
  hadNoResponse(error) || isTimeout(error) || (error instanceof ApiError && error.body === null);
