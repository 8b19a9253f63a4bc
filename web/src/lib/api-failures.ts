import { isUnauthorized } from "./api-error.ts";

/** A read that a 401 turns into an empty result instead of an error (P§7). */
export const nullOnUnauthorized = async <Result>(read: Promise<Result>): Promise<Result | null> => {
  try {
    return await read;
  } catch (error) {
    if (isUnauthorized(error)) return null;
    throw error;
  }
};

/** The documents name the message of some failed reads; the cause stays with it. */
export const failingWith = async <Result>(
  message: string,
  read: Promise<Result>,
): Promise<Result> => {
  try {
    return await read;
  } catch (error) {
    throw new Error(message, { cause: error });
  }
};
