import { AppError } from "../errors.ts";

let isChecking = false;

/**
 * Runs one check at a time per process, so several decompression bombs can't starve other requests. Concurrent callers
 * have to retry, so the file must still be in quarantine.
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
