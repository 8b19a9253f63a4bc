import { describe, expect, test } from "vitest";
import { endDay } from "#lib/time/day-and-time.ts";
import { toInstant } from "#lib/time/zones.ts";
import { formatShiftTimes } from "./shift-times.ts";

const CHICAGO = "America/Chicago";
const createShift = (date: string, startTime: string, endTime: string, zone = CHICAGO) => ({
  date,
  startTime,
  endTime,
  startsAt: toInstant(date, startTime, zone),
  endsAt: toInstant(endDay(date, endTime < startTime), endTime, zone),
});

describe("a shift's times", () => {
  test("omit the time zone if the browser's clock agrees", () => {
    const morningShift = createShift("2026-12-05", "09:00:00", "12:30:00");
    expect(formatShiftTimes(morningShift, CHICAGO, CHICAGO)).toEqual({
      locationTimes: "9:00 AM – 12:30 PM",
      browserTimes: null,
    });
    expect(formatShiftTimes(morningShift, CHICAGO, "America/Winnipeg").browserTimes).toBeNull();
  });

  test.each([
    ["America/New_York", "10:00 AM – 1:30 PM"],
    ["America/Los_Angeles", "7:00 AM – 10:30 AM"],
    ["Europe/Berlin", "4:00 PM – 7:30 PM"],
    ["Pacific/Auckland", "Sun, Dec 6, 4:00 AM – 7:30 AM"],
  ])(
    "VDASH-35: add the organization's time zone and the browser's own time if the browser is in %s",
    (zone, browserTimes) => {
      expect(
        formatShiftTimes(createShift("2026-12-05", "09:00:00", "12:30:00"), CHICAGO, zone),
      ).toEqual({
        locationTimes: "9:00 AM – 12:30 PM CST",
        browserTimes,
      });
    },
  );

  test("keep a shift at 11:45 PM on December 31 on that day, and show January 1 in a later time zone", () => {
    const nightShift = createShift("2026-12-31", "23:45:00", "23:59:00");
    expect(formatShiftTimes(nightShift, CHICAGO, CHICAGO).locationTimes).toBe(
      "11:45 PM – 11:59 PM",
    );
    expect(formatShiftTimes(nightShift, CHICAGO, "America/New_York").browserTimes).toBe(
      "Fri, Jan 1, 12:45 AM – 12:59 AM",
    );
  });

  test("show both days for a shift past midnight in the browser's time zone", () => {
    const eveningShift = createShift("2026-12-05", "21:30:00", "23:30:00");
    expect(formatShiftTimes(eveningShift, CHICAGO, "America/New_York").browserTimes).toBe(
      "Sat, Dec 5, 10:30 PM – Sun, Dec 6, 12:30 AM",
    );
  });

  test("say that a shift past midnight ends the next day, also on nights when clocks change", () => {
    const nightShift = createShift("2026-12-31", "20:00:00", "02:00:00");
    expect(formatShiftTimes(nightShift, CHICAGO, CHICAGO).locationTimes).toBe(
      "8:00 PM – 2:00 AM the next day",
    );
    expect(formatShiftTimes(nightShift, CHICAGO, "America/Los_Angeles")).toEqual({
      locationTimes: "8:00 PM – 2:00 AM CST the next day",
      browserTimes: "Thu, Dec 31, 6:00 PM – Fri, Jan 1, 12:00 AM",
    });
    const fallShift = createShift("2026-10-31", "22:00:00", "04:00:00");
    expect(formatShiftTimes(fallShift, CHICAGO, CHICAGO).locationTimes).toBe(
      "10:00 PM CDT – 4:00 AM CST the next day",
    );
  });

  test("show both zone names on a night when clocks change", () => {
    const springShift = createShift("2027-03-14", "01:30:00", "04:00:00");
    expect(formatShiftTimes(springShift, CHICAGO, CHICAGO)).toEqual({
      locationTimes: "1:30 AM CST – 4:00 AM CDT",
      browserTimes: null,
    });
    const fallShift = createShift("2026-11-01", "00:30:00", "02:30:00");
    expect(formatShiftTimes(fallShift, CHICAGO, "America/Los_Angeles")).toEqual({
      locationTimes: "12:30 AM CDT – 2:30 AM CST",
      browserTimes: "Sat, Oct 31, 10:30 PM – Sun, Nov 1, 1:30 AM",
    });
  });
});
