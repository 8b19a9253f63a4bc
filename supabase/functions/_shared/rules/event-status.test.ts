import { describe, expect, test } from "vitest";
import { eventStatus } from "./event-status.ts";

const event = { startsAt: "2026-11-21T15:00:00.000Z", endsAt: "2026-11-21T17:30:00.000Z" };
const statusAt = (moment: string) => eventStatus(event, Date.parse(moment));

describe("an event's status", () => {
  test("AEVT-07: is upcoming until it starts", () => {
    expect(statusAt("2026-11-01T00:00:00Z")).toBe("upcoming");
    expect(statusAt("2026-11-21T14:59:59.999Z")).toBe("upcoming");
  });

  test("AEVT-08: is ongoing from start to end, inclusive", () => {
    expect(statusAt("2026-11-21T15:00:00Z")).toBe("ongoing");
    expect(statusAt("2026-11-21T16:10:00Z")).toBe("ongoing");
    expect(statusAt("2026-11-21T17:30:00Z")).toBe("ongoing");
  });

  test("AEVT-09: is past after its end", () => {
    expect(statusAt("2026-11-21T17:30:00.001Z")).toBe("past");
    expect(statusAt("2030-01-01T00:00:00Z")).toBe("past");
  });

  test("is based on the current time by default", () => {
    const hour = 3_600_000;
    const statusOfEventBetween = (from: number, to: number) =>
      eventStatus({
        startsAt: new Date(Date.now() + from * hour).toISOString(),
        endsAt: new Date(Date.now() + to * hour).toISOString(),
      });
    expect([
      statusOfEventBetween(1, 2),
      statusOfEventBetween(-1, 1),
      statusOfEventBetween(-2, -1),
    ]).toEqual(["upcoming", "ongoing", "past"]);
  });
});
