import { timingSafeEqual } from "node:crypto";

const encoder = new TextEncoder();

/** Compares in constant time, so timing doesn't reveal the secret. */
export function isSameSecret(receivedSecret: string, secret: string): boolean {
  const [left, right] = [encoder.encode(receivedSecret), encoder.encode(secret)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Returns a keyed hash (64 hex characters). Counters store such hashes instead of IP addresses and emails. */
export async function keyedHash(secret: string, value: string): Promise<string> {
  const key = await crypto.subtle.importKey(
    "raw",
    encoder.encode(secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const signature = await crypto.subtle.sign("HMAC", key, encoder.encode(value));
  return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}
