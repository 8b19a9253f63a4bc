import { type AppError, isUniqueViolation } from "../errors.ts";

/**
 * Logs one line per failure: request id, route pattern and cause, never bodies, addresses, names or tokens. Database
 * errors keep only their code and, for a value that exists already, its constraint, because details contain rows; provider errors keep their `loggableDetails`.
 */
export function logFailure(
  requestId: string,
  method: string,
  route: string,
  error: AppError,
): void {
  const line = {
    level: "error",
    requestId,
    method,
    route,
    code: error.code,
    ...describeCause(error.cause),
  };
  // oxlint-disable-next-line no-console -- the functions log to standard error
  console.error(JSON.stringify(line));
}

/** Logs a deployment problem that its owner should fix. */
export function logWarning(message: string): void {
  // oxlint-disable-next-line no-console -- the functions log to standard error
  console.warn(JSON.stringify({ level: "warning", message }));
}

const loggedWarnings = new Set<string>();

/** Logs a problem that every request would report, only once per process. */
export function logWarningOnce(message: string): void {
  if (loggedWarnings.has(message)) return;
  loggedWarnings.add(message);
  logWarning(message);
}

function describeCause(cause: unknown): Record<string, unknown> {
  if (!(cause instanceof Error)) return {};
  if ("loggableDetails" in cause) {
    return { cause: cause.name, provider: cause.loggableDetails, at: findFirstFrame(cause) };
  }
  if ("code" in cause && typeof cause.code === "string") {
    const place = isUniqueViolation(cause)
      ? { table: cause.table_name, constraint: cause.constraint_name }
      : {};
    return { cause: cause.name, sqlState: cause.code, ...place, at: findFirstFrame(cause) };
  }
  return { cause: cause.name, message: cause.message.slice(0, 300), at: findFirstFrame(cause) };
}

const findFirstFrame = (error: Error): string =>
  /\n\s+at (.*)/.exec(error.stack ?? "")?.[1]?.trim() ?? "unknown";
