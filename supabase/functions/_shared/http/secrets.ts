import { timingSafeEqual } from "node:crypto";

const encoder = new TextEncoder();

/** Compares in constant time, so timing doesn't reveal the secret. */
export function isSameSecret(receivedSecret: string, secret: string): boolean {
  const [left, right] = [encoder.encode(receivedSecret), encoder.encode(secret)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Returns whether a secret is accepted. During a rotation, both the old and the new secret are accepted. */
export const isAcceptedSecret = (
  receivedSecret: string,
  acceptedSecrets: readonly string[] | undefined,
): boolean => acceptedSecrets?.some((secret) => isSameSecret(receivedSecret, secret)) ?? false;

/** Returns a keyed hash (64 hex characters). Counters store such hashes instead of IP addresses and emails. */
export async function createKeyedHash(secret: string, value: string): Promise<string> {
  const key = await crypto.subtle.importKey(
    "raw",
    encoder.encode(secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const signature = await crypto.subtle.sign("HMAC", key, encoder.encode(value));
  return toHex(new Uint8Array(signature));
}

/** Returns a token that nobody can guess (64 hex characters). */
export const createToken = (): string => toHex(crypto.getRandomValues(new Uint8Array(32)));

/**
 * Returns the hash under which a random token is stored (64 hex characters). It needs no key, because a token is too
 * long to guess, so the token outlives every rotation of `HASH_SECRET`. Use `createKeyedHash` for anything that people choose.
 */
export const hashToken = async (token: string): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(token))));

const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
