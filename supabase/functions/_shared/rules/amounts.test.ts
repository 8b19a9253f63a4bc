import { describe, expect, it } from "vitest";
import {
  findPackageCostsProblem,
  computeShares,
  findSpendingProblem,
  addUpAmounts,
} from "./amounts.ts";

const createAmounts = (...values: number[]) => values.map((amount) => ({ amount }));

describe("amounts", () => {
  it("are added in cents", () => {
    expect(addUpAmounts(createAmounts(27.4, 16.2, 3.1, 3.3))).toBe(50);
    expect(addUpAmounts(createAmounts(0.1, 0.2))).toBe(0.3);
    expect(addUpAmounts([])).toBe(0);
  });

  it.each([
    [[27.4, 16.2, 3.1, 3.3], 50, null],
    [[], 50, null],
    [
      [27.4, 16.2, 3.1, 3.29],
      50,
      "These costs add up to $49.99, but one care package costs $50.00.",
    ],
    [[50.01], 50, "These costs add up to $50.01, but one care package costs $50.00."],
  ])("of %j as the costs of a $%d package get the message %j", (values, price, message) => {
    expect(findPackageCostsProblem(createAmounts(...values), price)).toBe(message);
  });

  it("of spending need a year, and a year needs amounts", () => {
    expect(findSpendingProblem([], null)).toBeNull();
    expect(findSpendingProblem([1], 2025)).toBeNull();
    expect(findSpendingProblem([1], null)?.field).toBe("spendingYear");
    expect(findSpendingProblem([], 2025)?.field).toBe("spending");
  });

  it.each([
    [
      [910, 50, 40],
      [91, 5, 4],
    ],
    [
      [1, 1, 1],
      [34, 33, 33],
    ],
    [
      [2, 1],
      [67, 33],
    ],
    [[0.01], [100]],
  ])("of %j become shares of %j percent, which add up to 100", (values, shares) => {
    expect(computeShares(createAmounts(...values))).toEqual(shares);
  });
});
