import { PASSWORD_MAX_BYTES, PASSWORD_MIN_LENGTH } from "../contracts/limits.ts";

/** Returns why a new password can't be used. The upper limit is in bytes, as on the server. */
export const findNewPasswordProblem = (
  password: string,
  minLength = PASSWORD_MIN_LENGTH,
): string | undefined => {
  if (password.length < minLength) return `Use at least ${minLength} characters.`;
  return new TextEncoder().encode(password).length > PASSWORD_MAX_BYTES
    ? "Use a shorter password."
    : undefined;
};
