import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Time-based one-time passwords (RFC 6238) with Auth's parameters: SHA-1, 30 seconds, 6 digits, one step off. */
const PERIOD_SECONDS = 30;
const DIGITS = 6;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Returns 160 random bits in Base32. */
export const newSecret = (): string =>
  Array.from(randomBytes(32), (byte) => ALPHABET[byte % ALPHABET.length]).join("");

function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret, (letter) =>
    ALPHABET.indexOf(letter).toString(2).padStart(5, "0"),
  );
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

export function codeAt(secret: string, milliseconds: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(milliseconds / 1000 / PERIOD_SECONDS)));
  const digest = createHmac("sha1", bytesOf(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** Returns the 30-second time step that the code belongs to, or undefined if the code isn't valid now. */
export function stepOf(secret: string, given: string, now = Date.now()): number | undefined {
  const code = Buffer.from(given.trim());
  const step = Math.floor(now / 1000 / PERIOD_SECONDS);
  return [step - 1, step, step + 1].find((one) => {
    const expected = Buffer.from(codeAt(secret, one * PERIOD_SECONDS * 1000));
    return code.length === expected.length && timingSafeEqual(code, expected);
  });
}

export function uriOf(secret: string, issuer: string, account: string): string {
  const query = new URLSearchParams({
    algorithm: "SHA1",
    digits: String(DIGITS),
    issuer,
    period: String(PERIOD_SECONDS),
    secret,
  });
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query.toString()}`;
}
