import { isSameSecret, keyedHash } from "../_shared/http/secrets.ts";

/** People take longer than this to fill out the form. Expired tokens are replaced automatically. */
const MIN_AGE_MS = 3000;
const VALID_FOR_MS = 2 * 60 * 60 * 1000;

interface FormToken {
  readonly formToken: string;
  readonly formTokenExpiresAt: string;
}

/** Returns a signed timestamp, bound to no person and not stored. */
export async function newFormToken(secret: string, now: number): Promise<FormToken> {
  return {
    formToken: await signed(secret, now.toString(36)),
    formTokenExpiresAt: new Date(now + VALID_FOR_MS).toISOString(),
  };
}

/** Returns whether the token is ours and its age is within limits. */
export async function isFormToken(
  secret: string,
  token: string | null,
  now: number,
): Promise<boolean> {
  const issued = token?.split(".")[0] ?? "";
  if (token === null || !/^[0-9a-z]{1,12}$/.test(issued)) return false;
  const age = now - Number.parseInt(issued, 36);
  if (age < MIN_AGE_MS || age > VALID_FOR_MS) return false;
  return isSameSecret(token, await signed(secret, issued));
}

const signed = async (secret: string, issued: string): Promise<string> =>
  `${issued}.${await keyedHash(secret, `form-token ${issued}`)}`;
