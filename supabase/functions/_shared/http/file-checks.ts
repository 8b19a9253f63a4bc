import { AppError } from "../errors.ts";

let isChecking = false;

/**
 * Runs one check at a time per process, so several decompression bombs can't starve other requests. Concurrent callers
 * get an error and have to retry, so don't take the file out of quarantine before calling this.
 */
export async function runExclusiveCheck<Result>(check: () => Promise<Result>): Promise<Result> {
  if (isChecking) {
    throw new AppError("busy", {
      message: "We're checking another file right now. Please try again in a moment.",
      retryAfterSeconds: 1,
    });
  }
  isChecking = true;
  try {
    return await check();
  } finally {
    isChecking = false;
  }
}
