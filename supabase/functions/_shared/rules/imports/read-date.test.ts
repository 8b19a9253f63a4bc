import { describe, expect, it } from "vitest";
import { readDate } from "./read-date.ts";

describe("a date in a cell", () => {
  it.each([
    "2026-03-04",
    "3/4/2026",
    "03/04/2026",
    "3-4-26",
    "3/4/26",
    "March 4, 2026",
    "Mar 4 2026",
    "Wednesday, March 4th, 2026",
    "4 March 2026",
    "4-Mar-2026",
    "2026/3/4 9:05",
    "3/4/2026 9:05 AM",
    "March 4, 2026, 21:05",
    "March 4, 2026 at 9:05 PM",
    "4-Mar-26",
    "3/4/26 3pm",
    "20260304",
    "46085",
    "46085.75",
    "Mar 4th, 2026",
    "Wed Mar 4 2026",
    "Mar-04-2026",
    "4/Mar/2026",
    "4th of March 2026",
    "Mar 4, '26",
    "3 / 4 / 2026",
    "2026\u201103\u201104",
    "３/４/２０２６",
    "3/4/2026\u202f9:05\u00a0AM",
  ])("is read from %j with the month first", (cell) => {
    expect(readDate(cell)).toEqual({ day: "2026-03-04", utcTime: null });
  });

  it.each([
    ["03.04.2024", "2024-04-03"],
    ["3.4.24", "2024-04-03"],
    ["31.12.2023 09:05", "2023-12-31"],
    ["2024.4.3", "2024-04-03"],
  ])(
    "is read from %j, which has dots, with the day first, unless it starts with the year",
    (cell, day) => {
      expect(readDate(cell)).toEqual({ day, utcTime: null });
    },
  );

  it.each([
    ["3/4/69", "2069-03-04"],
    ["3/4/70", "1970-03-04"],
    ["3/4/1970", "1970-03-04"],
  ])("of %j, whose year may have two digits, is %s", (cell, day) => {
    expect(readDate(cell)?.day).toBe(day);
  });

  it.each([
    ["3.4.2024", "2024-03-04", "2024-04-03"],
    ["3/4/2024", "2024-03-04", "2024-04-03"],
    ["3-4-24 9:05", "2024-03-04", "2024-04-03"],
    ["12.31.2023", "2023-12-31", undefined],
    ["31/12/2023", undefined, "2023-12-31"],
    ["2024.3.4", "2024-03-04", "2024-03-04"],
    ["4 March 2024", "2024-03-04", "2024-03-04"],
  ])(
    "is read from %j as %s with the month first, and as %s with the day first",
    (cell, month, day) => {
      expect(readDate(cell, { dateOrder: "month_first" })?.day).toBe(month);
      expect(readDate(cell, { dateOrder: "day_first" })?.day).toBe(day);
    },
  );

  it.each([
    ["2024-01-01 03:30:00", true, "2024-01-01T03:30:00.000Z"],
    ["2024-01-01T03:30:00Z", false, "2024-01-01T03:30:00.000Z"],
    ["2024-01-01 03:30:00 UTC", false, "2024-01-01T03:30:00.000Z"],
    ["2024-01-01T03:30:00-05:00", false, "2024-01-01T08:30:00.000Z"],
    ["1/1/2024 12:30 pm", true, "2024-01-01T12:30:00.000Z"],
    ["1/1/2024 12:30 am", true, "2024-01-01T00:30:00.000Z"],
    ["2024-01-01 03:30:00-05", false, "2024-01-01T08:30:00.000Z"],
    ["2024-01-01 03:30:00 GMT-0500", false, "2024-01-01T08:30:00.000Z"],
    ["1/1/2024 7:30 PM EST", true, "2024-01-02T00:30:00.000Z"],
    ["2024-01-01", true, null],
  ])("has the exact time of %j if the time zone is known (UTC: %s)", (cell, isUtc, utcTime) => {
    expect(readDate(cell, { isUtc })).toEqual({ day: "2024-01-01", utcTime });
  });

  it.each([
    "",
    "soon",
    "13/05/2023",
    "February 30, 2024",
    "2023-02-29",
    "2024-13-01",
    "0/1/2024",
    "1/0/2024",
    "20241302",
    "18991231",
    "19999",
    "80000",
    "00-00-0000",
    "11/1/16 3",
    "3/4",
    "Mar-25",
    "1/1/1899",
    "1/1/2200",
    "2024-01-01 25:00",
    "2024-01-01 13:00 pm",
    "Marchy 4, 2026",
    "1/2/202",
    "12.31.2023",
    "3.4/2024",
    "Today",
    "Q1 2026",
    "March 2026",
    "Someday 4 March 2026",
    "2026-04-31",
    "1767225599",
  ])("isn't read from %j", (cell) => {
    expect(readDate(cell)).toBeUndefined();
  });

  it("is read correctly in each way of writing it", () => {
    // Created only once, because creating a formatter takes much longer than formatting a date.
    const createFormatter = (options: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...options });
      return (date: Date) => format.format(date);
    };
    const formatWithTime = createFormatter({ dateStyle: "full", timeStyle: "short" });
    const writers = [
      (date: Date) => date.toISOString().slice(0, 10),
      (date: Date) => date.toISOString(),
      createFormatter({}),
      createFormatter({ dateStyle: "long" }),
      createFormatter({ dateStyle: "medium" }),
      (date: Date) => formatWithTime(date).replace(" at ", ", "),
    ];
    const misreadTexts: unknown[] = [];
    for (let attempt = 0; attempt < 5000; attempt += 1) {
      const date = new Date(
        Date.UTC(1900, 0, 1) + Math.floor(Math.random() * 109_500) * 86_400_000,
      );
      const day = date.toISOString().slice(0, 10);
      for (const write of writers) {
        const text = write(date);
        const parsedDay = readDate(text)?.day;
        if (parsedDay !== day) misreadTexts.push({ text, day, parsedDay });
      }
    }
    expect(misreadTexts).toEqual([]);
  });
});
