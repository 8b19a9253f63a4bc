import { expect, test } from "vitest";
import { getRefundedAmount, getRefundWord } from "./donation-status.tsx";

test.each([
  ["completed", 12.5, "refunded"],
  ["partially_refunded", 12.5, "refunded"],
  ["refunded", 12.5, "refunded"],
  ["disputed", 12.5, "taken back"],
  // Their status says it.
  ["voided", 0, "refunded"],
  ["returned", 0, "refunded"],
] as const)("of a %s donation, $%d was %s", (status, amount, word) => {
  expect(getRefundedAmount({ adjustedAmount: 12.5, status })).toBe(amount);
  expect(getRefundWord({ status })).toBe(word);
});
