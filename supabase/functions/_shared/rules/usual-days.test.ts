import { describe, expect, it } from "vitest";
import { describeUnusualDay } from "./usual-days.ts";

const TODAY = "2026-11-30";
const ask = (day: string, past: number, future: number | null) =>
  describeUnusualDay(day, { past, future }, TODAY);

describe("a day", () => {
  it.each([
    ["2021-11-30", 5, 0],
    [TODAY, 5, 0],
    [TODAY, 0, 2],
    ["2028-11-30", 0, 2],
    // The table itself refuses these.
    ["2199-01-01", 5, null],
  ])("%s is usual within %d years before and %s after today", (day, past, future) => {
    expect(ask(day, past, future)).toBeUndefined();
  });

  it.each([
    ["1926-11-03", 5, null, "November 3, 1926 is more than 5 years ago. Is that date right?"],
    ["2021-11-29", 5, 0, "November 29, 2021 is more than 5 years ago. Is that date right?"],
    ["2026-12-01", 5, 0, "December 1, 2026 is in the future. Is that date right?"],
    ["2026-11-29", 0, 2, "November 29, 2026 is in the past. Is that date right?"],
    ["2028-12-01", 0, 2, "December 1, 2028 is more than 2 years from now. Is that date right?"],
    ["2199-01-01", 1, 1, "January 1, 2199 is more than 1 year from now. Is that date right?"],
  ])("%s is asked about (%d, %s)", (day, past, future, question) => {
    expect(ask(day, past, future)).toBe(question);
  });

  it("is the same day of a year without a February 29", () => {
    expect(describeUnusualDay("2023-03-01", { past: 5, future: 0 }, "2028-02-29")).toBeUndefined();
  });
});
