import { describe, expect, test } from "vitest";
import {
  estimateFamilies,
  computeMonthChange,
  computeMonthProgress,
  countPackages,
} from "./care-packages.ts";

describe("the number of packages", () => {
  test.each([
    [0, 0],
    [-50, 0],
    [Number.NaN, 0],
    [49.99, 0],
    [50, 1],
    [99.99, 1],
    [100, 2],
    [1_000_000.1, 20_000],
  ])("DON-03: for $%d is %d", (dollars, packages) => {
    expect(countPackages(dollars, 50)).toBe(packages);
  });

  test("depends on the configured price", () => {
    expect(countPackages(120, 40)).toBe(3);
    expect(computeMonthProgress(400, 10, 80)).toMatchObject({ packages: 5, percent: 50 });
  });
});

test.each([
  [1, 0],
  [9, 0],
  [10, 1],
  [509, 50],
])("ACONT-19: a goal of %d packages helps %d families", (goal, familyCount) => {
  expect(estimateFamilies(goal)).toBe(familyCount);
});

describe("the monthly progress", () => {
  test("HOME-30: compares the month's packages with the goal", () => {
    expect(computeMonthProgress(12_550, 500, 50)).toEqual({
      packages: 251,
      goal: 500,
      remaining: 249,
      percent: 50,
    });
  });

  test("HOME-31: is capped at 100%", () => {
    expect(computeMonthProgress(60_000, 500, 50)).toMatchObject({ percent: 100, remaining: 0 });
  });

  test("shows 100% only once the goal is reached", () => {
    expect(computeMonthProgress(24_999, 500, 50).percent).toBe(99);
  });

  test("is 0% without a goal", () => {
    expect(computeMonthProgress(500, 0, 50).percent).toBe(0);
  });
});

describe("the monthly change", () => {
  test.each([
    [0, 0, 0],
    [10, 0, 100],
    [150, 100, 50],
    [50, 100, -50],
    [0, 100, -100],
  ])("ADON-03: to %d from %d is %d%%", (current, previous, change) => {
    expect(computeMonthChange(current, previous)).toBe(change);
  });
});
