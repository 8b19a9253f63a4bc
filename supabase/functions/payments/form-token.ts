import { isAcceptedSecret, createKeyedHash } from "../_shared/http/secrets.ts";
import { toHomeNetwork } from "../_shared/rules/visitor-address.ts";

/** A person takes longer than this to fill out the form; bots often don't. */
const MIN_AGE_MS = 3000;
const MAX_AGE_MS = 2 * 60 * 60 * 1000;

interface FormToken {
  readonly formToken: string;
  readonly formTokenExpiresAt: string;
}

/** Returns a signed timestamp and a random ID, valid in the visitor's network. It isn't stored until it's used. */
export async function createFormToken(
  secret: string,
  now: number,
  address: string,
): Promise<FormToken> {
  const content = `${now.toString(36)}.${crypto.randomUUID()}`;
  return {
    formToken: `${content}.${await sign(secret, content, address)}`,
    formTokenExpiresAt: new Date(now + MAX_AGE_MS).toISOString(),
  };
}

/** Returns the token's ID if we issued it for the visitor's network and its age is within the limits. */
export async function readFormToken(
  secrets: readonly string[],
  token: string | null,
  now: number,
  address: string,
): Promise<string | undefined> {
  const [, content = "", issuedAt = "", id = "", signature = ""] =
    /^(([\da-z]{1,12})\.([\da-f-]{36}))\.([\da-f]{64})$/.exec(token ?? "") ?? [];
  const ageMs = now - Number.parseInt(issuedAt, 36);
  if (!(ageMs >= MIN_AGE_MS && ageMs <= MAX_AGE_MS)) return undefined;
  const accepted = await Promise.all(secrets.map((secret) => sign(secret, content, address)));
  return isAcceptedSecret(signature, accepted) ? id : undefined;
}

const sign = (secret: string, content: string, address: string): Promise<string> =>
  createKeyedHash(secret, `form-token ${content} ${toHomeNetwork(address)}`);
