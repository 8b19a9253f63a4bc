import { describe, expect, test } from "vitest";
import { getEventStatus, isCheckInOpen } from "./get-event-status.ts";

const event = { startsAt: "2026-11-21T15:00:00.000Z", endsAt: "2026-11-21T17:30:00.000Z" };
const getStatusAt = (moment: string) => getEventStatus(event, Date.parse(moment));

describe("an event's status", () => {
  test("AEVT-07: is upcoming until it starts", () => {
    expect(getStatusAt("2026-11-01T00:00:00Z")).toBe("upcoming");
    expect(getStatusAt("2026-11-21T14:59:59.999Z")).toBe("upcoming");
  });

  test("AEVT-08: is ongoing from start to end, inclusive", () => {
    expect(getStatusAt("2026-11-21T15:00:00Z")).toBe("ongoing");
    expect(getStatusAt("2026-11-21T16:10:00Z")).toBe("ongoing");
    expect(getStatusAt("2026-11-21T17:30:00Z")).toBe("ongoing");
  });

  test("AEVT-09: is past after its end", () => {
    expect(getStatusAt("2026-11-21T17:30:00.001Z")).toBe("past");
    expect(getStatusAt("2030-01-01T00:00:00Z")).toBe("past");
  });

  test("is based on the current time by default", () => {
    const HOUR_MS = 3_600_000;
    const getStatusBetween = (from: number, to: number) =>
      getEventStatus({
        startsAt: new Date(Date.now() + from * HOUR_MS).toISOString(),
        endsAt: new Date(Date.now() + to * HOUR_MS).toISOString(),
      });
    expect([getStatusBetween(1, 2), getStatusBetween(-1, 1), getStatusBetween(-2, -1)]).toEqual([
      "upcoming",
      "ongoing",
      "past",
    ]);
  });
});

test("people can be checked in from an hour before the start", () => {
  expect(isCheckInOpen(event, Date.parse("2026-11-21T13:59:59.999Z"))).toBe(false);
  expect(isCheckInOpen(event, Date.parse("2026-11-21T14:00:00Z"))).toBe(true);
  expect(isCheckInOpen(event, Date.parse("2026-11-22T14:00:00Z"))).toBe(true);
});
