import { errorCatalog, type ErrorCode, type Status } from "./error-catalog.ts";

export interface Issue {
  readonly path: string;
  readonly message: string;
}

export const getNotFoundMessage = (noun: string): string =>
  `We couldn't find that ${noun}. It may have been deleted.`;

/** Error codes for the API document. */
export const errorStatuses = Object.entries(errorCatalog).map(([code, [status]]) => ({
  code,
  status,
}));

interface ErrorDetails {
  /** Replaces the catalog's message. */
  readonly message?: string;
  readonly issues?: readonly Issue[];
  readonly retryAfterSeconds?: number;
  readonly staleRecord?: StaleRecord;
  /** For the log only. */
  readonly cause?: unknown;
}

/** Details of a `stale_edit` error. */
export interface StaleRecord {
  readonly savedBy: string;
  /** The current record; sent only through the endpoint's output schema. */
  readonly current: unknown;
}

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: Status;
  readonly issues: readonly Issue[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly staleRecord: StaleRecord | undefined;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    const [status, defaultMessage, retryAfterSeconds] = errorCatalog[code];
    super(details.message ?? defaultMessage, { cause: details.cause });
    this.name = "AppError";
    this.code = code;
    this.status = status;
    this.issues = details.issues;
    this.retryAfterSeconds = details.retryAfterSeconds ?? retryAfterSeconds;
    this.staleRecord = details.staleRecord;
  }
}

/** Statuses of temporary provider failures, in addition to 5xx. */
const TEMPORARY_STATUSES = new Set([408, 425, 429]);

/** Returns the AppError for a failed provider call. Omit the status if there was no response. */
export function createProviderError(status: number | undefined, cause: unknown): AppError {
  const isTemporary = !status || status >= 500 || TEMPORARY_STATUSES.has(status);
  return new AppError(isTemporary ? "provider_unavailable" : "provider_failed", { cause });
}

/** SQLSTATEs a caller can act on. Class CP is ours, cataloged in the private schema's migration. */
const errorCodeBySqlState: Readonly<Record<string, ErrorCode>> = {
  "22001": "validation_failed",
  "22003": "validation_failed",
  "22007": "validation_failed",
  "22008": "validation_failed",
  "22021": "validation_failed",
  "22023": "validation_failed",
  "22P02": "validation_failed",
  "23502": "validation_failed",
  "23503": "conflict",
  "23505": "conflict",
  "23514": "validation_failed",
  "40001": "conflict",
  "40P01": "conflict",
  "25006": "cannot_save",
  "42501": "forbidden",
  "53100": "cannot_save",
  "53300": "busy",
  "55P03": "busy",
  "57014": "busy",
  CP001: "attempt_conflict",
  CP002: "event_unavailable",
  CP003: "event_started",
  CP004: "already_joined",
  CP005: "account_not_open",
  CP006: "event_full",
  CP007: "not_joined",
  CP008: "already_reviewed",
  CP009: "not_found",
  // Callers who aren't administrators are refused earlier, so this error means that the session has ended since then.
  CP010: "session_expired",
  CP011: "conflict",
  CP012: "forbidden",
  CP013: "event_over",
  CP014: "amount_out_of_range",
  CP015: "place_not_public",
  CP016: "region_missing",
  CP017: "not_refundable",
  CP018: "event_not_started",
  CP019: "key_reused",
  CP020: "too_many_requests",
  CP021: "not_voidable",
  CP022: "shares_sold",
  CP024: "deposit_closed",
  CP025: "books_closed",
  CP030: "import_refused",
  CP031: "not_mergeable",
  CP032: "not_undoable",
  CP040: "card_closed",
  CP041: "not_rejected",
  CP042: "refund_pending",
  CP043: "card_sent",
  CP044: "area_required",
  CP045: "last_owner",
  CP046: "email_has_login",
  CP047: "card_too_soon",
  CP048: "already_announced",
  CP049: "not_announceable",
  CP050: "own_factor_missing",
  CP051: "invitation_closed",
  CP052: "login_exists",
  CP053: "on_shift",
  CP057: "no_volunteer_record",
  CP058: "administrators_email",
  CP060: "person_erased",
  CP061: "erasure_refused",
  CP062: "erasure_outdated",
  CP063: "erasure_key_wrong",
  CP064: "emptied",
  CP071: "overlaps",
  CP075: "address_shared",
};

/** Errors whose message for the user is in Postgres's hint, because it depends on the row. */
const HINTED_SQL_STATES: ReadonlySet<string> = new Set([
  "CP009",
  "CP025",
  "CP030",
  "CP031",
  "CP032",
  "CP046",
  "CP048",
  "CP049",
  "CP051",
  "CP052",
  "CP060",
  "CP061",
  "CP064",
  "CP071",
  "CP075",
]);

const getHint = (error: Error): string | undefined =>
  "hint" in error && typeof error.hint === "string" ? error.hint : undefined;

/**
 * Returns the field and the message of a violated check. Checks are named after their table and field, the way Postgres
 * names column checks. Postgres sets no hint for its own checks, so a hint is a trigger's message for that field.
 */
const describeViolatedCheck = (error: unknown): readonly Issue[] | undefined => {
  if (!(error instanceof Error) || !("constraint_name" in error && "table_name" in error)) {
    return undefined;
  }
  const column = new RegExp(`^${String(error.table_name)}_(\\w+)_check\\d*$`).exec(
    String(error.constraint_name),
  )?.[1];
  if (column === undefined) return undefined;
  const path = column.replaceAll(/_(\w)/g, (_, initial: string) => initial.toUpperCase());
  return [
    {
      path,
      message:
        getHint(error) ??
        "Enter a different value. This value isn't allowed, or it doesn't fit the other fields.",
    },
  ];
};

const getCode = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;

/**
 * Codes that mean that the database is down, starting or out of connections: SQLSTATE classes 08, 53, 57P and 58,
 * postgres.js codes for a lost connection, and system codes for a failed connection. A retry can succeed.
 */
const CONNECTION_ERROR_CODE =
  /^(08...|53...|57P..|58...|CONNECT(ION)?_[A-Z]+|E(CONN(REFUSED|RESET|ABORTED)|PIPE|PROTO|TIMEDOUT|(HOST|NET)(UNREACH|DOWN)|NOTFOUND|AI_AGAIN))$/;

/**
 * Returns true if the server or the pooler ended the session, for whatever reason. Supavisor sends no `V` field, so
 * postgres.js sets only `severity_local` for its errors.
 */
export function hasEndedSession(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { severity, severity_local: localSeverity } = error as {
    severity?: unknown;
    severity_local?: unknown;
  };
  return ["FATAL", "PANIC"].includes(String(severity ?? localSeverity));
}

export const isUnreachable = (error: unknown): boolean =>
  CONNECTION_ERROR_CODE.test(getCode(error) ?? "") || hasEndedSession(error);

interface UniqueViolation extends Error {
  readonly table_name: string;
  readonly constraint_name: string;
}

/**
 * Returns true if a row has a value that another one has. Callers get 409, as for any conflict, but it can also mean that
 * a sequence is behind its table.
 */
export const isUniqueViolation = (error: unknown): error is UniqueViolation =>
  getCode(error) === "23505";

/** Returns true if a write failed because the database is read-only, or because its disk is full. */
export const isUnableToSave = (error: unknown): boolean => chooseErrorCode(error) === "cannot_save";

/**
 * SQLSTATEs of a session that was refused or ended because there are too many. Supavisor reports almost all of its own
 * errors as XX000, such as `(EMAXCONN) max client connections reached`. In Postgres, XX000 is an internal error, which
 * leaves the session open.
 */
const FULL_SERVER_STATES: ReadonlySet<string> = new Set(["53300", "XX000"]);

function chooseErrorCode(error: unknown): ErrorCode {
  const code = getCode(error) ?? "";
  // The codes below are about a statement, so they don't apply to an error that ended the session.
  if (hasEndedSession(error)) return FULL_SERVER_STATES.has(code) ? "busy" : "provider_unavailable";
  return (
    errorCodeBySqlState[code] ?? (isUnreachable(error) ? "provider_unavailable" : "unexpected")
  );
}

/** Converts any error to an AppError, the only kind of error that callers see. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const issues = getCode(error) === "23514" ? describeViolatedCheck(error) : undefined;
  const hint = HINTED_SQL_STATES.has(getCode(error) ?? "") ? getHint(error as Error) : undefined;
  return new AppError(chooseErrorCode(error), {
    cause: error,
    ...(hint === undefined ? {} : { message: hint }),
    ...(issues === undefined ? {} : { issues }),
  });
}
