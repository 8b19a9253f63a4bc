/**
 * The address a request came from. Each proxy appends the peer it saw to X-Forwarded-For, so only the last
 * `trustedHops` entries were written by proxies of ours; whatever stands before them, the caller may have invented.
 */
export function clientAddress(
  forwardedFor: string | undefined,
  peerAddress: string,
  trustedHops: number,
): string {
  const chain = (forwardedFor ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  chain.push(peerAddress);
  return chain[Math.max(0, chain.length - 1 - trustedHops)] ?? peerAddress;
}

/** A keyed hash, so that the table of counters holds no address or e-mail. Hex, 64 characters. */
export async function keyedHash(secret: string, value: string): Promise<string> {
  const encoder = new TextEncoder();
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
