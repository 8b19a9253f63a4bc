import { expect, test } from "vitest";
import { isSkipped, toInstant, getZoneName } from "./zones.ts";

test.each([
  ["2026-12-05", "09:00:00", "America/Chicago", "2026-12-05T15:00:00.000Z"],
  ["2026-07-05", "09:00", "America/Chicago", "2026-07-05T14:00:00.000Z"],
  ["2026-12-31", "23:45:00", "America/Chicago", "2027-01-01T05:45:00.000Z"],
  ["2026-12-31", "23:45:00", "Pacific/Auckland", "2026-12-31T10:45:00.000Z"],
  ["2026-12-31", "23:45:00", "Asia/Kolkata", "2026-12-31T18:15:00.000Z"],
  ["2026-12-31", "23:45:00", "UTC", "2026-12-31T23:45:00.000Z"],
  // Shortly before and after the clocks change, in spring and in fall.
  ["2027-03-14", "01:59:00", "America/Chicago", "2027-03-14T07:59:00.000Z"],
  ["2027-03-14", "03:00:00", "America/Chicago", "2027-03-14T08:00:00.000Z"],
  ["2026-11-01", "00:30:00", "America/Chicago", "2026-11-01T05:30:00.000Z"],
  ["2026-11-01", "02:30:00", "America/Chicago", "2026-11-01T08:30:00.000Z"],
])("converts %s %s in %s to %s", (date, time, zone, moment) => {
  expect(toInstant(date, time, zone)).toBe(moment);
});

test("the short name of a zone depends on whether daylight saving time applies", () => {
  expect(getZoneName("2026-12-05T15:00:00Z", "America/Chicago")).toBe("CST");
  expect(getZoneName("2026-07-05T15:00:00Z", "America/Chicago")).toBe("CDT");
});

test.each([
  ["2027-03-14", "01:59", "America/Chicago", false],
  ["2027-03-14", "02:00", "America/Chicago", true],
  ["2027-03-14", "02:30:00", "America/Chicago", true],
  ["2027-03-14", "03:00", "America/Chicago", false],
  ["2027-03-14", "02:30", "America/Phoenix", false],
  ["2026-11-01", "01:30", "America/Chicago", false],
  ["2027-03-28", "02:30", "Europe/Berlin", true],
  ["2026-12-31", "23:45", "Pacific/Auckland", false],
])("reports whether the clocks skip %s %s in %s: %s", (date, time, zone, expected) => {
  expect(isSkipped(date, time, zone)).toBe(expected);
});
