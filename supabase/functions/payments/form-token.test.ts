import { describe, expect, it } from "vitest";
import { isFormToken, newFormToken } from "./form-token.ts";

const SECRET = "a secret of more than thirty-two letters";
const NOW = Date.parse("2026-11-21T18:00:00Z");
const HOUR = 3_600_000;

describe("threat 23: a form token", () => {
  it.each([
    [0, false],
    [2999, false],
    [3000, true],
    [2 * HOUR, true],
    [2 * HOUR + 1, false],
    [-1, false],
  ])("at an age of %d ms is valid: %s", async (age, isGood) => {
    const { formToken, formTokenExpiresAt } = await newFormToken(SECRET, NOW);
    expect(await isFormToken(SECRET, formToken, NOW + age)).toBe(isGood);
    expect(formTokenExpiresAt).toBe("2026-11-21T20:00:00.000Z");
  });

  it.each([
    ["missing", () => null],
    ["empty", () => ""],
    ["one without a signature", (token: string) => token.split(".")[0]!],
    ["one with another signature", (token: string) => `${token.slice(0, -1)}x`],
    [
      "one with a later date",
      (token: string) => token.replace(/^[^.]+/, (NOW + 1000).toString(36)),
    ],
    ["any other text", () => "form-token"],
  ])("is rejected if it is %s", async (_, change) => {
    const { formToken } = await newFormToken(SECRET, NOW);
    expect(await isFormToken(SECRET, change(formToken), NOW + 5000)).toBe(false);
  });

  it("is rejected if another deployment created it", async () => {
    const { formToken } = await newFormToken(SECRET, NOW);
    expect(await isFormToken(`${SECRET}!`, formToken, NOW + 5000)).toBe(false);
  });
});
