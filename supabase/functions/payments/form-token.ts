import { isSameSecret, keyedHash } from "../_shared/http/secrets.ts";

/** A person needs longer than that for the form; who comes back from lunch gets a new one silently. */
const RIPE_AFTER_MS = 3000;
const VALID_FOR_MS = 2 * 60 * 60 * 1000;

interface FormToken {
  readonly formToken: string;
  readonly formTokenExpiresAt: string;
}

/** Says when it was made, signed; it is bound to nothing personal and stored nowhere. */
export async function newFormToken(secret: string, now: number): Promise<FormToken> {
  return {
    formToken: await signed(secret, now.toString(36)),
    formTokenExpiresAt: new Date(now + VALID_FOR_MS).toISOString(),
  };
}

/** Made here, not just now and not long ago. */
export async function isFormToken(
  secret: string,
  token: string | null,
  now: number,
): Promise<boolean> {
  const issued = token?.split(".")[0] ?? "";
  if (token === null || !/^[0-9a-z]{1,12}$/.test(issued)) return false;
  const age = now - Number.parseInt(issued, 36);
  if (age < RIPE_AFTER_MS || age > VALID_FOR_MS) return false;
  return isSameSecret(token, await signed(secret, issued));
}

const signed = async (secret: string, issued: string): Promise<string> =>
  `${issued}.${await keyedHash(secret, `form-token ${issued}`)}`;
