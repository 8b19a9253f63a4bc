import { PASSWORD_MAX_BYTES, PASSWORD_MIN_LENGTH } from "../contracts/limits.ts";

/** Returns why a new password can't be used. The upper limit counts bytes, as the server does. */
export const newPasswordProblem = (password: string): string | undefined => {
  if (password.length < PASSWORD_MIN_LENGTH)
    return `Use at least ${PASSWORD_MIN_LENGTH} characters.`;
  return new TextEncoder().encode(password).length > PASSWORD_MAX_BYTES
    ? "Use a shorter password."
    : undefined;
};
