import { ApiError, isUnauthorized } from "./api-error.ts";

/** True for a 403: the caller's account was closed while the page was open. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403;

/** True if the error makes the page log out. The page explains why, so nothing else needs to. */
export const endsSession = (error: unknown): boolean => isUnauthorized(error) || isForbidden(error);

/** Returns the server's message for users, if it sent one. */
export const serverMessage = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.body?.message?.trim() || undefined : undefined;

/** Returns the server's validation messages by field name. */
export const fieldIssues = (error: unknown): Readonly<Record<string, string>> => {
  const issues = error instanceof ApiError ? (error.body?.issues ?? []) : [];
  return Object.fromEntries(
    issues.map(({ path = "", message = "" }) => [path.replace(/^body\./, ""), message]),
  );
};

/**
 * Returns a message for errors without a server message: no connection, or a fault on our side.
 */
export const generalErrorText = (error: unknown): string => {
  if (!(error instanceof ApiError)) {
    return "You appear to be offline. Please check your connection and try again.";
  }
  return error.status >= 500
    ? "Our server is having a problem right now. Please try again in a few minutes."
    : "Something went wrong. Please try again.";
};

export interface StaleEdit {
  readonly savedBy: string;
  readonly changedFields: readonly string[];
  readonly current: Readonly<Record<string, unknown>>;
}

/**
 * Returns who saved the record since it was loaded, and their version; null for any other error.
 */
export const staleEdit = (error: unknown): StaleEdit | null => {
  const body = error instanceof ApiError ? error.body : null;
  if (body?.code !== "stale_edit" || !body.current) return null;
  const { savedBy = "Someone", current } = body;
  return { savedBy, current, changedFields: Object.keys(fieldIssues(error)) };
};

/** True for a 404: someone deleted the record in the meantime. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404;

/**
 * True if the idempotency key belongs to an earlier, different request, which may have gone
 * through.
 */
export const isKeyReused = (error: unknown): boolean =>
  error instanceof ApiError && error.body?.code === "key_reused";

/** True if `fetch` failed without a response. */
export const hadNoResponse = (error: unknown): boolean => error instanceof TypeError;
