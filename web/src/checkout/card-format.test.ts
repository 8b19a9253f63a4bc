import { describe, expect, test } from "vitest";
import {
  formatCardNumber,
  formatCvv,
  formatExpiry,
  formatZip,
  isExpiryInFuture,
} from "./card-format.ts";

describe("card field formatting", () => {
  test.each([
    ["4242424242424242", "4242 4242 4242 4242"],
    ["4242-4242 4242x4242", "4242 4242 4242 4242"],
    ["42424", "4242 4"],
    ["4242", "4242"],
    ["424242424242424299", "4242 4242 4242 4242"],
    ["", ""],
  ])("DON-19: turns the card number %j into %j", (input, expected) => {
    expect(formatCardNumber(input)).toBe(expected);
  });

  test.each([
    ["1", "1"],
    ["4", "04"],
    ["12", "12"],
    ["1228", "12/28"],
    ["12/28", "12/28"],
    ["122899", "12/28"],
    ["12/", "12"],
  ])("DON-21: turns the expiry %j into %j", (input, expected) => {
    expect(formatExpiry(input)).toBe(expected);
  });

  test("DON-22: keeps only the CVV's digits, at most 4", () => {
    expect(formatCvv("12a345")).toBe("1234");
  });

  test("DON-23: cuts the ZIP code to 10 characters", () => {
    expect(formatZip("76102-12345")).toBe("76102-1234");
  });
});

test.each([
  ["11/26", true],
  ["10/26", false],
  ["13/30", false],
  ["1/30", false],
  ["01/27", true],
])("a card that expires in %s is valid in November 2026: %s", (expiry, isValid) => {
  expect(isExpiryInFuture(expiry, new Date(2026, 10, 30, 23, 59))).toBe(isValid);
});
