import { expect, it } from "vitest";
import { generateCode, createSecret, findTimeStep, createOtpauthUri } from "./totp.ts";

/** "12345678901234567890", the secret of RFC 6238, in Base32. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

it.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("at %d seconds, the code is %s, as in RFC 6238", (seconds, code) => {
  expect(generateCode(SECRET, seconds * 1000)).toBe(code);
});

it("codes from the current, previous and next time steps are accepted", () => {
  const now = 1_234_567_890_000;
  const results = [-60, -30, 0, 30, 60].map((seconds) =>
    findTimeStep(SECRET, generateCode(SECRET, now + seconds * 1000), now),
  );
  const step = now / 30_000;
  expect(results).toEqual([undefined, step - 1, step, step + 1, undefined]);
});

it.each(["", "28708", "2870820", "abcdef", "２８７０８２", "28708\u{1f600}"])(
  "%j is refused, because it isn't six ASCII digits",
  (input) => {
    expect(findTimeStep(SECRET, input, 59_000)).toBeUndefined();
  },
);

it("a code with spaces around it is accepted", () => {
  expect(findTimeStep(SECRET, " 287082 ", 59_000)).toBe(1);
});

it("new secrets are unique Base32 text, and the otpauth URI contains the secret", () => {
  const secrets = new Set(Array.from({ length: 100 }, createSecret));
  expect(secrets.size).toBe(100);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(createOtpauthUri(SECRET, "localhost:4173", "a@example.org")).toBe(
    `otpauth://totp/localhost%3A4173:a%40example.org?algorithm=SHA1&digits=6&issuer=localhost%3A4173&period=30&secret=${SECRET}`,
  );
});
