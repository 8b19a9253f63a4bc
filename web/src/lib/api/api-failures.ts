import { isUnauthorized } from "./api-error.ts";

/** Returns null instead of throwing when a read fails with a 401 (API-04). */
export const nullOnUnauthorized = async <Result>(read: Promise<Result>): Promise<Result | null> => {
  try {
    return await read;
  } catch (error) {
    if (isUnauthorized(error)) return null;
    throw error;
  }
};

/** Replaces the error of a failed read with its documented message, and keeps the cause. */
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
