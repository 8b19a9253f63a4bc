import { describe, expect, test } from "vitest";
import { calendarDay, splitDate, longDate, money, moneyWithCents, timeRange } from "./format.ts";

describe("number and date formatting", () => {
  test("shows cents only for amounts that have cents", () => {
    expect(money(1250)).toBe("$1,250");
    expect(money(50.25)).toBe("$50.25");
    expect(moneyWithCents(154.5)).toBe("$154.50");
  });

  test("LEGAL-04: shows the long US date in the organization's time zone", () => {
    expect(longDate("2026-11-21T03:00:00Z")).toBe("November 20, 2026");
    expect(longDate("2026-11-21T03:00:00Z", "America/New_York")).toBe("November 20, 2026");
    expect(longDate("2026-11-21T07:00:00Z", "UTC")).toBe("November 21, 2026");
  });

  test("shows a calendar day and a time of day the same in every time zone", () => {
    expect(calendarDay("2026-11-21")).toBe("Saturday, November 21, 2026");
    expect(splitDate("2026-11-01")).toEqual({ month: "Nov", day: "1" });
    expect(timeRange("09:00:00", "12:30")).toBe("9:00 AM – 12:30 PM");
    expect(timeRange("20:00:00", "02:00")).toBe("8:00 PM – 2:00 AM the next day");
  });
});
