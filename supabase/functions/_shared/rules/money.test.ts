import { describe, expect, it } from "vitest";
import { centsToDollars, dollarsToCents } from "./money.ts";

describe("threat 20: converting money to integer cents", () => {
  it.each([
    ["0", 0],
    ["1", 100],
    ["50.5", 5050],
    ["50.25", 5025],
    ["0.07", 7],
    ["100000", 10_000_000],
    ["99999999.99", 9_999_999_999],
  ])("turns %s dollars into %i cents and back", (dollars, cents) => {
    expect(dollarsToCents(dollars)).toBe(cents);
    expect(dollarsToCents(centsToDollars(cents))).toBe(cents);
  });

  it.each(["", "-1", "1e10", "NaN", "50.001", ".5", "5.", " 5", "5,00", "0x10", "Infinity"])(
    "rejects %j",
    (dollars) => {
      expect(dollarsToCents(dollars)).toBeUndefined();
    },
  );
});
