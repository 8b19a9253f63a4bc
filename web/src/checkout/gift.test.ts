import { describe, expect, test } from "vitest";
import {
  amountProblem,
  DEFAULT_GIFT,
  giftText,
  HERO_PRESETS,
  PAGE_PRESETS,
  parseAmount,
} from "./gift.ts";

describe("gifts", () => {
  test("DON-04, DON-05, DON-06, DON-07: the presets of the hero", () => {
    expect(HERO_PRESETS).toEqual([
      { amount: 25, caption: "Care Item" },
      { amount: 50, caption: "Half Package" },
      { amount: 100, caption: "Full Package" },
      { amount: 250, caption: "Family Support" },
    ]);
  });

  test("DON-30, DON-31, DON-32, DON-33, DON-34: the presets of the donation page", () => {
    expect(PAGE_PRESETS.map(({ amount, caption }) => `${amount} ${caption}`)).toEqual([
      "25 Care Package Item",
      "50 Half Package",
      "100 Full Package",
      "250 Family Support",
      "500 Monthly Impact",
    ]);
  });

  test("DON-08: 50 is the default", () => {
    expect(DEFAULT_GIFT).toEqual({ amount: 50, frequency: "one-time" });
  });

  test.each([
    ["75", 75],
    ["75.90", 75],
    ["$1,200", 1200],
    ["", 0],
    ["abc", 0],
    ["-5", 0],
    ["0", 0],
  ])("DON-36: a custom amount %j counts as %d", (typed, amount) => {
    expect(parseAmount(typed)).toBe(amount);
  });

  test("amounts are given from $1 to $100,000", () => {
    expect(amountProblem(0)).toContain("at least $1");
    expect(amountProblem(1)).toBeUndefined();
    expect(amountProblem(100_000)).toBeUndefined();
    expect(amountProblem(100_001)).toContain("$100,000");
  });

  test("a monthly gift says so", () => {
    expect(giftText({ amount: 50, frequency: "monthly" })).toBe("$50 a month");
  });
});
