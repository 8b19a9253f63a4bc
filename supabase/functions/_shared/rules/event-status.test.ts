import { describe, expect, test } from "vitest";
import { eventStatus } from "./event-status.ts";

const event = { startsAt: "2026-11-21T15:00:00.000Z", endsAt: "2026-11-21T17:30:00.000Z" };
const at = (moment: string) => eventStatus(event, Date.parse(moment));

describe("an event's status", () => {
  test("AEVT-07: is upcoming until it starts", () => {
    expect(at("2026-11-01T00:00:00Z")).toBe("upcoming");
    expect(at("2026-11-21T14:59:59.999Z")).toBe("upcoming");
  });

  test("AEVT-08: is ongoing from start to end, inclusive", () => {
    expect(at("2026-11-21T15:00:00Z")).toBe("ongoing");
    expect(at("2026-11-21T16:10:00Z")).toBe("ongoing");
    expect(at("2026-11-21T17:30:00Z")).toBe("ongoing");
  });

  test("AEVT-09: is past after its end", () => {
    expect(at("2026-11-21T17:30:00.001Z")).toBe("past");
    expect(at("2030-01-01T00:00:00Z")).toBe("past");
  });

  test("compares a new event with the current time", () => {
    const hour = 3_600_000;
    const eventBetween = (from: number, to: number) =>
      eventStatus({
        startsAt: new Date(Date.now() + from * hour).toISOString(),
        endsAt: new Date(Date.now() + to * hour).toISOString(),
      });
    expect([eventBetween(1, 2), eventBetween(-1, 1), eventBetween(-2, -1)]).toEqual([
      "upcoming",
      "ongoing",
      "past",
    ]);
  });
});
