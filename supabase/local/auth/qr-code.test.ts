import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { qrCode, qrCodeSvg } from "./qr-code.ts";

const hashOf = (text: string) =>
  createHash("sha256")
    .update(
      qrCode(text)
        .map((row) => row.map(Number).join(""))
        .join("\n"),
    )
    .digest("hex")
    .slice(0, 16);

/** Hashes of codes that an independent decoder read back correctly. */
it.each([
  [10, 21, "e8cd73f75a17026f"],
  [120, 45, "ea95dfa35c20a593"],
  [170, 53, "a683ea380ee11271"],
  [330, 69, "19e0e83ccc20dc19"],
])("encodes %d bytes in a square of %d modules", (length, side, hash) => {
  const text = "otpauth://totp/x?secret=".padEnd(length, "ABCDEFG2").slice(0, length);
  expect(qrCode(text)).toHaveLength(side);
  expect(hashOf(text)).toBe(hash);
});

it("refuses text that is too long, and sizes the image to fit the code", () => {
  expect(() => qrCode("x".repeat(500))).toThrow("Too long");
  expect(qrCodeSvg("x")).toMatch(/^<svg [^>]*viewBox="0 0 29 29"/);
});
