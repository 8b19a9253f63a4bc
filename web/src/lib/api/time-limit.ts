import { ApiError } from "./api-error.ts";

/** The maximum time to wait for a response, or for the next chunk of a download. */
export const TIME_LIMIT_MS = 30_000;

const TIMEOUT_CODE = "timeout";

/** Creates the error for a call that took too long. If it was a write, it may have reached the server. */
export const createTimeoutError = (): ApiError =>
  new ApiError(
    504,
    JSON.stringify({
      message: "This is taking too long. Please check your connection and try again.",
      code: TIMEOUT_CODE,
    }),
    "Gateway Timeout",
  );

export const isTimeout = (error: unknown): boolean =>
  error instanceof ApiError && error.body?.code === TIMEOUT_CODE;

/** Rejects when the time is up or the caller aborts, even if `work` ignores the signal. */
export const withinTimeLimit = async <Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  callerSignal?: AbortSignal | null,
  limitMs = TIME_LIMIT_MS,
): Promise<Result> => {
  callerSignal?.throwIfAborted();
  const controller = new AbortController();
  let rejectEarly: (reason: unknown) => void = () => undefined;
  const interruption = new Promise<never>((_, reject) => {
    rejectEarly = (reason) => {
      controller.abort(reason);
      reject(reason);
    };
  });
  const timer = setTimeout(() => rejectEarly(createTimeoutError()), limitMs);
  // AbortSignal.any is missing in Safari before 17.4.
  const cancel = () => rejectEarly(callerSignal?.reason);
  callerSignal?.addEventListener("abort", cancel);
  try {
    return await Promise.race([work(controller.signal), interruption]);
  } finally {
    clearTimeout(timer);
    callerSignal?.removeEventListener("abort", cancel);
  }
};
