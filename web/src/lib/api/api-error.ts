/** The body of an error response. Every field may be missing, because a proxy may have sent the response. */
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

/**
 * An error response. `message` is `"<status>: <body text or status text>"` (API-03). The message for users is in the
 * parsed body.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly body: ErrorBody | null;
  /** From the `Retry-After` header, if the server sent one. */
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
