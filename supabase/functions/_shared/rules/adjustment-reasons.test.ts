import { expect, test } from "vitest";
import { describeAdjustmentReason, isBankReturn } from "./adjustment-reasons.ts";

test.each([
  ["insufficient_funds", true, "There wasn't enough money in the account"],
  ["unrecognized", false, "The donor didn't recognize it"],
  ["Entered twice", false, "Entered twice"],
  ["constructor", false, "constructor"],
])("%s is told in words", (reason, isReturn, words) => {
  expect([isBankReturn(reason), describeAdjustmentReason(reason)]).toEqual([isReturn, words]);
});
