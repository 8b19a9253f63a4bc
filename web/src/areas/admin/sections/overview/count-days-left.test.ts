import { expect, test } from "vitest";
import { countDaysLeft } from "./count-days-left.ts";

test.each([
  ["2026-11-22T18:00:00Z", 8],
  // Still the last evening of November in Chicago, but already December in UTC.
  ["2026-12-01T03:00:00Z", 0],
  ["2028-02-01T12:00:00Z", 28],
  ["2026-12-01T12:00:00Z", 30],
])("at %s, %i full days are left in the month", (now, days) => {
  expect(countDaysLeft(Date.parse(now), "America/Chicago")).toBe(days);
});
