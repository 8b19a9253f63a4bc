import { ApiError, isUnauthorized } from "./api-error.ts";

/** True for a 403: the caller lost access while the page was open, for example because their account was closed. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403;

/** True if the error logs the user out. The page then explains why, so no other message is needed. */
export const endsSession = (error: unknown): boolean => isUnauthorized(error) || isForbidden(error);

/** Returns the server's message for users, if it sent one. */
export const getServerMessage = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.body?.message?.trim() || undefined : undefined;

/** Returns the server's validation errors by field name. */
export const getFieldIssues = (error: unknown): Readonly<Record<string, string>> => {
  const issues = error instanceof ApiError ? (error.body?.issues ?? []) : [];
  return Object.fromEntries(
    issues.map(({ path = "", message = "" }) => [path.replace(/^body\./, ""), message]),
  );
};

/**
 * Returns a message for errors without one from the server, either because there was no connection or because something
 * failed on our side.
 */
export const getGeneralErrorText = (error: unknown): string => {
  if (!(error instanceof ApiError)) {
    return "You appear to be offline. Please check your connection and try again.";
  }
  return error.status >= 500
    ? "Our server is having a problem right now. Please try again in a few minutes."
    : "Something went wrong. Please try again.";
};

/** True for a 404: someone has deleted the record in the meantime. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404;

/** True if the idempotency key was already used for a different request, which may have succeeded. */
export const isKeyReused = (error: unknown): boolean =>
  error instanceof ApiError && error.body?.code === "key_reused";

/** True if `fetch` failed and there was no response. */
export const hadNoResponse = (error: unknown): boolean => error instanceof TypeError;
