import { AppError } from "../errors.ts";

let isChecking = false;

/**
 * One file at a time in each process, so that several bombs at once take no more from those who only read than one
 * does. Whoever comes meanwhile asks again; nothing may have been taken out of quarantine before.
 */
export async function checkAlone<Result>(check: () => Promise<Result>): Promise<Result> {
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
