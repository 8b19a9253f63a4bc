import type { AppError } from "../errors.ts";

/**
 * Logs one line per failure: request id, route pattern and cause, never bodies, addresses, names or tokens. Database
 * errors keep only their code, because details contain rows; provider errors keep their `loggableDetails`.
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

function describeCause(cause: unknown): Record<string, unknown> {
  if (!(cause instanceof Error)) return {};
  if ("loggableDetails" in cause) {
    return { cause: cause.name, provider: cause.loggableDetails, at: findFirstFrame(cause) };
  }
  if ("code" in cause && typeof cause.code === "string") {
    return { cause: cause.name, sqlState: cause.code, at: findFirstFrame(cause) };
  }
  return { cause: cause.name, message: cause.message.slice(0, 300), at: findFirstFrame(cause) };
}

const findFirstFrame = (error: Error): string =>
  /\n\s+at (.*)/.exec(error.stack ?? "")?.[1]?.trim() ?? "unknown";
