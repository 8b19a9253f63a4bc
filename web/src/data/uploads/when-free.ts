import { ApiError } from "../../lib/api-error.ts";

const TRIES = 10;

/** The server checks one file at a time: while it is busy with another one, asks again when it says so. */
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
