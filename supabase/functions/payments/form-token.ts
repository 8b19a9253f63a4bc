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
    formToken: await sign(secret, now.toString(36)),
    formTokenExpiresAt: new Date(now + VALID_FOR_MS).toISOString(),
  };
}

/** Returns whether the token is ours and its age is within limits. */
export async function isFormToken(
  secret: string,
  token: string | null,
  now: number,
): Promise<boolean> {
  const issuedAt = token?.split(".")[0] ?? "";
  if (token === null || !/^[0-9a-z]{1,12}$/.test(issuedAt)) return false;
  const age = now - Number.parseInt(issuedAt, 36);
  if (age < MIN_AGE_MS || age > VALID_FOR_MS) return false;
  return isSameSecret(token, await sign(secret, issuedAt));
}

const sign = async (secret: string, issuedAt: string): Promise<string> =>
  `${issuedAt}.${await keyedHash(secret, `form-token ${issuedAt}`)}`;
