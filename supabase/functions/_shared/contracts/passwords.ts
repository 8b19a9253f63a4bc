import { PASSWORD_MAX_BYTES, PASSWORD_MIN_LENGTH } from "./limits.ts";

export const LONG_PASSWORD_MESSAGE = "Please use a shorter password.";

/** The limit counts bytes, so non-ASCII passwords may have fewer characters. */
export const isLongPassword = (password: string): boolean =>
  new TextEncoder().encode(password).length > PASSWORD_MAX_BYTES;

/** Returns why a new password can't be used. */
export const newPasswordProblem = (password: string): string | undefined => {
  if (password.length < PASSWORD_MIN_LENGTH)
    return `Use at least ${PASSWORD_MIN_LENGTH} characters.`;
  return isLongPassword(password) ? LONG_PASSWORD_MESSAGE : undefined;
};
