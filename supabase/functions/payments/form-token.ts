import { isAcceptedSecret, createKeyedHash } from "../_shared/http/secrets.ts";

/** A person takes longer than this to fill out the form; bots often don't. */
const MIN_AGE_MS = 3000;
const MAX_AGE_MS = 2 * 60 * 60 * 1000;

interface FormToken {
  readonly formToken: string;
  readonly formTokenExpiresAt: string;
}

/** Returns a signed timestamp that isn't tied to a person and isn't stored. */
export async function createFormToken(secret: string, now: number): Promise<FormToken> {
  return {
    formToken: await sign(secret, now.toString(36)),
    formTokenExpiresAt: new Date(now + MAX_AGE_MS).toISOString(),
  };
}

/** Returns whether we issued the token and its age is within the limits. */
export async function isValidFormToken(
  secrets: readonly string[],
  token: string | null,
  now: number,
): Promise<boolean> {
  const issuedAt = token?.split(".")[0] ?? "";
  if (token === null || !/^[0-9a-z]{1,12}$/.test(issuedAt)) return false;
  const ageMs = now - Number.parseInt(issuedAt, 36);
  if (ageMs < MIN_AGE_MS || ageMs > MAX_AGE_MS) return false;
  return isAcceptedSecret(
    token,
    await Promise.all(secrets.map((secret) => sign(secret, issuedAt))),
  );
}

const sign = async (secret: string, issuedAt: string): Promise<string> =>
  `${issuedAt}.${await createKeyedHash(secret, `form-token ${issuedAt}`)}`;
