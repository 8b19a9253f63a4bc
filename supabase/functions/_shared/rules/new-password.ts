import { PASSWORD_MAX_BYTES, PASSWORD_MIN_LENGTH } from "../contracts/limits.ts";
import { normalizePassword } from "../contracts/visible-text.ts";

/** Returns why a new password can't be used. The upper limit is in bytes, as on the server. */
export const findNewPasswordProblem = (
  typedPassword: string,
  minLength = PASSWORD_MIN_LENGTH,
): string | undefined => {
  const password = normalizePassword(typedPassword);
  if (password.length < minLength) return `Use at least ${minLength} characters.`;
  return new TextEncoder().encode(password).length > PASSWORD_MAX_BYTES
    ? "Use a shorter password."
    : undefined;
};

/** Returns whether both fields of a form have the same new password. */
export const isSamePassword = (password: string, repeatedPassword: string): boolean =>
  normalizePassword(password) === normalizePassword(repeatedPassword);
