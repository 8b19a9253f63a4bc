import { expect, test } from "vitest";
import { listPeriods } from "./periods.ts";

const timeZone = "America/Chicago";
const periodRanges = (moment: string) =>
  Object.fromEntries(
    listPeriods(Date.parse(moment), timeZone).map(({ label, values }) => [
      label,
      Object.values(values),
    ]),
  );

test("periods follow the calendar in the organization's time zone", () => {
  expect(periodRanges("2026-11-22T12:00:00Z")).toEqual({
    "This month": ["2026-11-01", "2026-11-30"],
    "Last month": ["2026-10-01", "2026-10-31"],
    "This year": ["2026-01-01", "2026-12-31"],
    "Last year": ["2025-01-01", "2025-12-31"],
  });
});

test("periods stay in the old year until midnight in the organization's time zone", () => {
  expect(periodRanges("2027-01-01T03:00:00Z")).toMatchObject({
    "This month": ["2026-12-01", "2026-12-31"],
    "This year": ["2026-01-01", "2026-12-31"],
  });
});

test("“Last month” is December in January, and ends on February 29 in March of a leap year", () => {
  expect(periodRanges("2028-01-15T12:00:00Z")["Last month"]).toEqual(["2027-12-01", "2027-12-31"]);
  expect(periodRanges("2028-03-15T12:00:00Z")["Last month"]).toEqual(["2028-02-01", "2028-02-29"]);
});
