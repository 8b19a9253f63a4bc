import { describe, expect, it } from "vitest";
import { createFormToken as create, readFormToken } from "./form-token.ts";

const SECRET = "a secret of more than thirty-two letters";
const NOW = Date.parse("2026-11-21T18:00:00Z");
const HOUR_MS = 3_600_000;
const ADDRESS = "203.0.113.7";

const createFormToken = (secret: string, now: number, address = ADDRESS) =>
  create(secret, now, address);

const isValidFormToken = async (
  secrets: readonly string[],
  token: string | null,
  now: number,
  address = ADDRESS,
) => (await readFormToken(secrets, token, now, address)) !== undefined;

describe("threat 23: a form token", () => {
  it.each([
    [0, "isn't"],
    [2999, "isn't"],
    [3000, "is"],
    [2 * HOUR_MS, "is"],
    [2 * HOUR_MS + 1, "isn't"],
    [-1, "isn't"],
  ])("that is %d ms old %s valid", async (ageMs, verb) => {
    const { formToken, formTokenExpiresAt } = await createFormToken(SECRET, NOW);
    expect(await isValidFormToken([SECRET], formToken, NOW + ageMs)).toBe(verb === "is");
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
  ])("is rejected if it is %s", async (_, changeToken) => {
    const { formToken } = await createFormToken(SECRET, NOW);
    expect(await isValidFormToken([SECRET], changeToken(formToken), NOW + 5000)).toBe(false);
  });

  it("threat 61: is valid with the old secret while the secret is rotated", async () => {
    const { formToken } = await createFormToken(SECRET, NOW);
    expect(await isValidFormToken([`${SECRET}!`, SECRET], formToken, NOW + 5000)).toBe(true);
  });

  it("is rejected if another deployment created it", async () => {
    const { formToken } = await createFormToken(SECRET, NOW);
    expect(await isValidFormToken([`${SECRET}!`], formToken, NOW + 5000)).toBe(false);
  });

  it.each([
    ["203.0.113.200", true],
    ["203.0.114.7", false],
    ["2001:db8:1:2::", false],
  ])("issued at 203.0.113.7 is valid at %s: %s", async (address, isValid) => {
    const { formToken } = await createFormToken(SECRET, NOW);
    expect(await isValidFormToken([SECRET], formToken, NOW + 5000, address)).toBe(isValid);
  });

  it("is valid in the whole /48 of an IPv6 address, and nowhere else", async () => {
    const { formToken } = await createFormToken(SECRET, NOW, "2001:db8:1:2::");
    expect(await isValidFormToken([SECRET], formToken, NOW + 5000, "2001:db8:1:ffff::")).toBe(true);
    expect(await isValidFormToken([SECRET], formToken, NOW + 5000, "2001:db8:2:2::")).toBe(false);
  });

  it("has its own ID, which is returned", async () => {
    const tokens = await Promise.all([createFormToken(SECRET, NOW), createFormToken(SECRET, NOW)]);
    const ids = await Promise.all(
      tokens.map(({ formToken }) => readFormToken([SECRET], formToken, NOW + 5000, ADDRESS)),
    );
    expect(new Set(ids).size).toBe(2);
    expect(tokens[0].formToken).toContain(`.${ids[0]}.`);
  });
});
