/** What the API says when it refuses; every field may be missing when something in between answered. */
export interface ErrorBody {
  readonly message?: string;
  readonly code?: string;
  readonly issues?: readonly { readonly path?: string; readonly message?: string }[];
  readonly accountExists?: boolean;
  /** Of `stale_edit`: who saved meanwhile, and the record as it is now. */
  readonly savedBy?: string;
  readonly current?: Readonly<Record<string, unknown>> | null;
  readonly requestId?: string;
  /** Storage's own, a number as text. */
  readonly statusCode?: string;
}

/** Its message is `"<status>: <body text or status text>"` (P§7); the parsed body is kept for people. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly body: ErrorBody | null;
  /** When it is worth asking again, where the server says so. */
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
