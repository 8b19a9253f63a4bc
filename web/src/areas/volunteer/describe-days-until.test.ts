import { expect, test } from "vitest";
import { describeDaysUntil } from "./describe-days-until.ts";

const ZONE = "America/Chicago";

test.each([
  // It's 11:30 PM in Chicago, but already the next day in UTC.
  ["2026-11-22", "2026-11-23T05:30:00Z", "Today"],
  ["2026-11-23", "2026-11-23T05:30:00Z", "Tomorrow"],
  ["2026-11-26", "2026-11-22T14:00:00Z", "In 4 days"],
  // Clocks fall back on November 1.
  ["2026-11-02", "2026-10-31T23:00:00Z", "In 2 days"],
])("describes a shift on %s, seen at %s, as %s", (date, now, expected) => {
  expect(describeDaysUntil(date, Date.parse(now), ZONE)).toBe(expected);
});
