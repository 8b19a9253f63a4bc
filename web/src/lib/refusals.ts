import { ApiError, isUnauthorized } from "./api-error.ts";

/** The server knows the caller and lets nobody in by that account: it was closed while the page was open. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403;

/** The page closes and says why, so nothing else has to be told. */
export const endsVisit = (error: unknown): boolean => isUnauthorized(error) || isForbidden(error);

/** The server's sentence for a person, if it sent one. */
export const serverMessage = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.body?.message?.trim() || undefined : undefined;

/** What the server said of single fields, by their names. */
export const fieldIssues = (error: unknown): Readonly<Record<string, string>> => {
  const issues = error instanceof ApiError ? (error.body?.issues ?? []) : [];
  return Object.fromEntries(
    issues.map(({ path = "", message = "" }) => [path.replace(/^body\./, ""), message]),
  );
};

/** What can be said where the server sent no sentence: nobody answered, or it has a fault. */
export const troubleText = (error: unknown): string => {
  if (!(error instanceof ApiError)) {
    return "You appear to be offline. Please check your connection and try again.";
  }
  return error.status >= 500
    ? "Our server is having a problem right now. Please try again in a few minutes."
    : "Something went wrong. Please try again.";
};

export interface StaleEdit {
  readonly savedBy: string;
  readonly changed: readonly string[];
  readonly current: Readonly<Record<string, unknown>>;
}

/** Someone else saved the record since it was read here; null for any other failure. */
export const staleEdit = (error: unknown): StaleEdit | null => {
  const body = error instanceof ApiError ? error.body : null;
  if (body?.code !== "stale_edit" || !body.current) return null;
  const { savedBy = "Someone", current } = body;
  return { savedBy, current, changed: Object.keys(fieldIssues(error)) };
};

/** Someone deleted the record that was to be changed. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404;

/** The first one with that key was another request, and may have been carried out. */
export const isKeyReused = (error: unknown): boolean =>
  error instanceof ApiError && error.body?.code === "key_reused";

/** What `fetch` throws where no answer came. */
export const isUnanswered = (error: unknown): boolean => error instanceof TypeError;
