import type { Environment } from "../env.ts";
import { fetchWithTimeout } from "./outgoing.ts";

/** Nobody waits longer than this for the list. */
const TIMEOUT_MS = 3000;
const PREFIX_LENGTH = 5;

/**
 * Returns whether a password is in the public list of stolen passwords. The list's service gets only the first five of the
 * 40 characters of the password's hash, and returns all hashes that begin with them. Throws if it doesn't respond in time.
 */
export async function isBreachedPassword(
  { BREACHED_PASSWORDS_URL: url }: Pick<Environment, "BREACHED_PASSWORDS_URL">,
  password: string,
): Promise<boolean> {
  if (url === "off") return false;
  const hash = await hashPassword(password);
  const prefix = hash.slice(0, PREFIX_LENGTH);
  const response = await fetchWithTimeout(`${url.replace(/\/$/, "")}/range/${prefix}`, {
    // The service adds invented hashes with count 0, so that the response's size says nothing about the prefix.
    headers: { "Add-Padding": "true" },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The list of stolen passwords returned ${response.status}`);
  return text.split(/\r?\n/).some((line) => {
    const [suffix = "", count] = line.split(":");
    return prefix + suffix === hash && Number(count) > 0;
  });
}

/** The list has SHA-1 hashes. Our own passwords are never stored this way. */
async function hashPassword(password: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(password));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();
}
