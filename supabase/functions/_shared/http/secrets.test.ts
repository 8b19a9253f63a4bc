import { describe, expect, it } from "vitest";
import { isSameSecret, createKeyedHash } from "./secrets.ts";

describe("keyedHash", () => {
  it("is 64 hex digits and depends on both the key and the value", async () => {
    const hash = await createKeyedHash("k".repeat(32), "9.9.9.9");
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await createKeyedHash("k".repeat(32), "9.9.9.8")).not.toBe(hash);
    expect(await createKeyedHash("l".repeat(32), "9.9.9.9")).not.toBe(hash);
  });
});

it.each([
  ["abc", "abc", true],
  ["abd", "abc", false],
  ["ab", "abc", false],
  ["", "abc", false],
  ["ü", "u", false],
])("isSameSecret(%j, %j) is %s", (receivedSecret, secret, isSame) => {
  expect(isSameSecret(receivedSecret, secret)).toBe(isSame);
});
