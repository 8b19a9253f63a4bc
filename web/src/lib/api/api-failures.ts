import { isUnauthorized } from "./api-error.ts";

/** If a read fails with a 401, returns null instead of throwing (API-04). */
export const nullOnUnauthorized = async <Result>(
  request: Promise<Result>,
): Promise<Result | null> => {
  try {
    return await request;
  } catch (error) {
    if (isUnauthorized(error)) return null;
    throw error;
  }
};

/** Replaces the error of a failed read with the documented message, and keeps the original error as the cause. */
export const replaceErrorMessage = async <Result>(
  message: string,
  request: Promise<Result>,
): Promise<Result> => {
  try {
    return await request;
  } catch (error) {
    throw new Error(message, { cause: error });
  }
};
