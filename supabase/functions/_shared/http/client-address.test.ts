import { describe, expect, it } from "vitest";
import { clientAddress, keyedHash } from "./client-address.ts";

describe("the caller's address (threats row 13)", () => {
  it("is the peer while no proxy is trusted", () => {
    expect(clientAddress("1.1.1.1, 2.2.2.2", "9.9.9.9", 0)).toBe("9.9.9.9");
  });

  it("is what the one trusted proxy saw", () => {
    expect(clientAddress("2.2.2.2", "9.9.9.9", 1)).toBe("2.2.2.2");
  });

  it("stays the same for a thousand invented headers", () => {
    const addresses = Array.from({ length: 1000 }, (_, index) =>
      clientAddress(`10.0.${index >> 8}.${index & 255}, 2.2.2.2`, "9.9.9.9", 1),
    );
    expect(new Set(addresses)).toEqual(new Set(["2.2.2.2"]));
  });

  it("is the peer where the header is missing", () => {
    expect(clientAddress(undefined, "9.9.9.9", 1)).toBe("9.9.9.9");
  });
});

describe("keyedHash", () => {
  it("depends on value and key and reveals neither", async () => {
    const hash = await keyedHash("k".repeat(32), "9.9.9.9");
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await keyedHash("k".repeat(32), "9.9.9.8")).not.toBe(hash);
    expect(await keyedHash("l".repeat(32), "9.9.9.9")).not.toBe(hash);
  });
});
