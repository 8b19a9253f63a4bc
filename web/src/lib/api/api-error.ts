import { isApiError, parseObject, parseOwnError, type OwnErrorTest } from "#rules/own-errors.ts";

/** The body of an error response, from our server, Supabase Auth or Supabase Storage, so every field may be missing. */
export interface ErrorBody {
  readonly message?: string;
  readonly code?: string;
  readonly issues?: readonly { readonly path?: string; readonly message?: string }[];
  readonly accountExists?: boolean;
  /** For `stale_edit`: who has saved in the meantime, and the current record. */
  readonly savedBy?: string;
  readonly current?: Readonly<Record<string, unknown>> | null;
  readonly requestId?: string;
  /** Set by Supabase Storage: the HTTP status as text. */
  readonly statusCode?: string;
}

interface ErrorOrigin {
  /** Recognizes the errors of the service that we called. Omit it for errors that we create ourselves. */
  readonly isOwn?: OwnErrorTest;
  readonly retryAfter?: string | null;
}

const UNAVAILABLE_STATUS = 503;

/**
 * An error response. `message` is `"<status>: <body text or status text>"` (API-03). The message for users is in the
 * parsed body. If something in front of the service answered in its place, only `message` says so: the error reads as a
 * 503 without a body, so that nothing of the response is shown or acted on.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly body: ErrorBody | null;
  /** From the `Retry-After` header, if the server sent one. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    text: string,
    statusText: string,
    { isOwn, retryAfter }: ErrorOrigin = {},
  ) {
    super(`${status}: ${text || statusText}`);
    this.body = (isOwn ? parseOwnError(text, isOwn) : parseObject(text)) ?? null;
    this.status = isOwn && !this.body ? UNAVAILABLE_STATUS : status;
    this.retryAfterSeconds = retryAfter ? Number(retryAfter) : undefined;
  }
}

/** Creates the error for a response to one of our own calls that isn't what our server sends. */
export const createResponseError = (
  { status, statusText, headers }: Response,
  text: string,
): ApiError =>
  new ApiError(status, text, statusText, {
    isOwn: isApiError,
    retryAfter: headers.get("retry-after"),
  });

export const isUnauthorized = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401;
