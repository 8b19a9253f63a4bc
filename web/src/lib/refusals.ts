import { ApiError, isUnauthorized } from "./api-error.ts";

/** The server knows the caller and lets nobody in by that account: it was closed while the page was open. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403;

/** The page closes and says why, so nothing else has to be told. */
export const endsVisit = (error: unknown): boolean => isUnauthorized(error) || isForbidden(error);
