import { ApiError } from "#lib/api/api-error.ts";

const TRIES = 10;

/** Retries while the server is busy checking another file, waiting as long as its Retry-After says. */
export const whenFree = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tried === TRIES || !(error instanceof ApiError) || error.body?.code !== "busy")
        throw error;
      const seconds = error.retryAfterSeconds ?? 1;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  }
};
