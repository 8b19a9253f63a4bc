import { describe, expect, test } from "vitest";
import { formatCardNumber, formatCvv, formatExpiry, isExpiryInFuture } from "./card-format.ts";
import { formatZip } from "../lib/format-zip.ts";

describe("card field formatting", () => {
  test.each([
    ["4242424242424242", "4242 4242 4242 4242"],
    ["4242-4242 4242x4242", "4242 4242 4242 4242"],
    ["42424", "4242 4"],
    ["4242", "4242"],
    ["424242424242424299", "4242 4242 4242 4242"],
    ["  4242 \u00a04242 \t 4242 - 4242 ", "4242 4242 4242 4242"],
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
    ["12/2039", "12/39"],
    [" 12 / 2039 ", "12/39"],
    ["122039", "12/39"],
    ["12-39", "12/39"],
    ["3/2039", "03/39"],
    ["3/39", "03/39"],
    ["1/", "01"],
    ["12/203", "12/3"],
  ])("DON-21: turns the expiry %j into %j", (input, expected) => {
    expect(formatExpiry(input)).toBe(expected);
  });

  test("DON-22: keeps only the CVV's digits, at most 4", () => {
    expect(formatCvv("12a345")).toBe("1234");
  });

  test.each([
    ["76102-12345", "76102-1234"],
    [" 76102-1234", "76102-1234"],
    ["76102 1234", "76102-1234"],
    ["761021234", "76102-1234"],
    ["76102\u20131234\u202c", "76102-1234"],
    ["TX 76102", "76102"],
    ["76102-", "76102-"],
    ["76102 ", "76102"],
    ["761", "761"],
  ])("DON-23: turns the ZIP code %j into %j", (input, expected) => {
    expect(formatZip(input)).toBe(expected);
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
