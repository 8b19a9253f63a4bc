import { describe, expect, it } from "vitest";
import { findDateOrder } from "./find-date-order.ts";

describe("the order of month and day in a file", () => {
  it.each([
    // None of these cells has an ambiguous date.
    [[], null, []],
    [["2024-03-04", "March 4, 2024", "", "soon"], null, []],
    [["3/3/2024"], null, []],
    // Every date makes sense in both orders, so the usual order for the separator is used, and someone has to check it.
    [["3/4/2024", "5/6/2024"], "month_first", ["3/4/2024"]],
    [["3-4-24"], "month_first", ["3-4-24"]],
    [["", " 3.4.2024 "], "day_first", ["3.4.2024"]],
    [["12/12/2024", "12.11.2024 9:05"], "day_first", ["12.11.2024 9:05"]],
    // If one date makes sense in only one order, all other dates are read in that order.
    [["3/4/2024", "12/31/2023"], "month_first", []],
    [["3.4.2024", "31.12.2023"], "day_first", []],
    // The date that decides the order could be a typo, so someone has to check it.
    [["3.4.2024", "12.31.2023"], "month_first", ["3.4.2024"]],
    [["3/4/2024", "31/12/2023"], "day_first", ["3/4/2024"]],
    [["12.31.2023"], "month_first", []],
    // Dates that contradict each other don't decide the order.
    [["12/31/2023", "31/12/2023", "3/4/2024"], "month_first", ["3/4/2024"]],
    [["12.31.2023", "31.12.2023", "3.4.2024"], "day_first", ["3.4.2024"]],
    // A file can have both dates with slashes and dates with dots.
    [["3/4/2024", "3.4.2024"], null, ["3/4/2024", "3.4.2024"]],
    [["12/31/2023", "3.4.2024"], null, ["3.4.2024"]],
    [["12/31/2023", "31.12.2023"], null, []],
    [["31/12/2023", "3.4.2024"], "day_first", ["3.4.2024"]],
    // Dates that don't exist don't decide the order.
    [["30.2.2024", "3.4.2024"], "day_first", ["3.4.2024"]],
  ] as const)("of %j is %s, and someone should check %j", (cells, order, examples) => {
    expect(findDateOrder(cells)).toEqual({ order, examples });
  });
});
