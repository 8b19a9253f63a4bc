/**
 * Returns whether a code is the SQLSTATE of a failed statement rather than of a lost connection (codes that start with
 * 08 or 57P).
 */
export const isSqlState = (code: string): boolean =>
  /^[\dA-Z]{5}$/.test(code) && !/^(08|57P)/.test(code);

/** PostgREST's statuses by SQLSTATE or class; all others are 400. The longest match wins. */
const statusesBySqlState: Readonly<Record<string, number>> = {
  "0L": 403,
  "0P": 403,
  "09": 500,
  "25": 500,
  "28": 403,
  "2D": 500,
  "38": 500,
  "39": 500,
  "3B": 500,
  "40": 500,
  "53": 503,
  "53400": 500,
  "54": 500,
  "55": 500,
  "57": 500,
  "58": 500,
  F0: 500,
  HV: 500,
  P0: 500,
  P0001: 400,
  XX: 500,
};

/** Codes that lite already maps as PostgREST does. */
const liteCodePattern = /^(21|22|42|PT|23502$|23503$|23505$|25006$|PGRST$)/;

interface DatabaseError {
  readonly code: string;
  readonly message: string;
  readonly detail?: string;
  readonly hint?: string;
}

/**
 * Converts database errors that lite doesn't know, which it would return as a 500 without the code. Rewrites them as
 * errors that set their own response (`raise sqlstate 'PGRST'`), so that lite returns what PostgREST would return.
 */
export function toRestError(error: unknown): unknown {
  if (!isDatabaseError(error) || !isSqlState(error.code) || liteCodePattern.test(error.code))
    return error;
  const { code, message, detail = null, hint = null } = error;
  const status = statusesBySqlState[code] ?? statusesBySqlState[code.slice(0, 2)] ?? 400;
  return Object.assign(new Error(JSON.stringify({ code, message, details: detail, hint })), {
    code: "PGRST",
    detail: JSON.stringify({ status, headers: {} }),
  });
}

const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error && "code" in error && typeof error.code === "string";
