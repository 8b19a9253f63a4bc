import type { AppError } from "../errors.ts";

/**
 * One line per failure of ours: request id, route pattern and cause, never bodies, addresses, names or tokens.
 * Database errors carry rows in their details, so only their code is kept; a provider's problem brings what of it may be
 * kept (`loggable`).
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
    ...causeOf(error.cause),
  };
  // oxlint-disable-next-line no-console -- the functions' log is their standard error
  console.error(JSON.stringify(line));
}

/** Something about the deployment that its owner should mend. */
export function logWarning(message: string): void {
  // oxlint-disable-next-line no-console -- the functions' log is their standard error
  console.warn(JSON.stringify({ level: "warning", message }));
}

function causeOf(cause: unknown): Record<string, unknown> {
  if (!(cause instanceof Error)) return {};
  if ("loggable" in cause) {
    return { cause: cause.name, provider: cause.loggable, at: firstFrame(cause) };
  }
  if ("code" in cause && typeof cause.code === "string") {
    return { cause: cause.name, sqlState: cause.code, at: firstFrame(cause) };
  }
  return { cause: cause.name, message: cause.message.slice(0, 300), at: firstFrame(cause) };
}

const firstFrame = (error: Error): string =>
  /\n\s+at (.*)/.exec(error.stack ?? "")?.[1]?.trim() ?? "unknown";
