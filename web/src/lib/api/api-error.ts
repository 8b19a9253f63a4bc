/**
 * The body of an error response. Every field may be missing, since a proxy may have responded
 * instead.
 */
export interface ErrorBody {
  readonly message?: string;
  readonly code?: string;
  readonly issues?: readonly { readonly path?: string; readonly message?: string }[];
  readonly accountExists?: boolean;
  /** With `stale_edit`: who saved in the meantime, and the current record. */
  readonly savedBy?: string;
  readonly current?: Readonly<Record<string, unknown>> | null;
  readonly requestId?: string;
  /** Set by Supabase Storage: the status as text. */
  readonly statusCode?: string;
}

/**
 * The message is `"<status>: <body text or status text>"` (API-03); the parsed body holds the
 * message for users.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly body: ErrorBody | null;
  /** Taken from `Retry-After`, if the server sent one. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, text: string, statusText: string, retryAfter?: string | null) {
    super(`${status}: ${text || statusText}`);
    this.status = status;
    this.retryAfterSeconds = retryAfter ? Number(retryAfter) : undefined;
    this.body = parseBody(text);
  }
}

function parseBody(text: string): ErrorBody | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : null;
  } catch {
    return null;
  }
}

export const isUnauthorized = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401;
