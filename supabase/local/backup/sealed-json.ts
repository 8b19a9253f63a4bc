import { createHash } from "node:crypto";

export const computeSha256 = (content: string | Uint8Array): string =>
  createHash("sha256").update(content).digest("hex");

const computeSeal = (value: object): string => computeSha256(JSON.stringify(value));

/** Returns the value as JSON that ends with a checksum of itself. */
export const sealJson = (value: object): string =>
  `${JSON.stringify({ ...value, sha256: computeSeal(value) }, null, 2)}\n`;

export type UnsealedJson =
  | { readonly value: unknown; readonly isIntact: true }
  | { readonly value?: undefined; readonly isIntact: false };

/** Parses JSON that `sealJson` returned. It isn't intact if anything in it was changed, even a digit. */
export function unsealJson(text: string): UnsealedJson {
  try {
    const { sha256, ...value } = JSON.parse(text) as Record<string, unknown>;
    return computeSeal(value) === sha256 ? { value, isIntact: true } : { isIntact: false };
  } catch {
    return { isIntact: false };
  }
}
