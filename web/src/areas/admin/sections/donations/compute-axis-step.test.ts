import { expect, test } from "vitest";
import { computeAxisStep } from "./compute-axis-step.ts";

test.each([
  [0, 1],
  [4, 1],
  [4.01, 1.5],
  [9_200, 2_500],
  [10_000, 2_500],
  [10_001, 3_000],
  [36_665, 10_000],
])("a highest bar of %d gets four grid lines %d apart", (highestValue, step) => {
  expect(computeAxisStep(highestValue)).toBe(step);
});
