import { describe, expect, it } from "vitest";
import { isOverdue, getJobState, getMinutesBetweenRuns } from "./job-state.ts";

describe("a scheduled job", () => {
  it.each([
    ["* * * * *", 1],
    ["*/15 * * * *", 15],
    ["3,33 * * * *", 30],
    ["47 * * * *", 60],
    ["47 4 * * *", 1440],
  ])("with the schedule %s runs every %d minutes", (schedule, minutes) => {
    expect(getMinutesBetweenRuns(schedule)).toBe(minutes);
  });

  it("is late once two intervals and five minutes have passed since its last run", () => {
    const now = Date.parse("2026-11-20T12:00:00Z");
    expect(getJobState("* * * * *", "2026-11-20T11:53:00Z", now)).toBe("on-time");
    expect(getJobState("* * * * *", "2026-11-20T11:52:59Z", now)).toBe("late");
    expect(getJobState("47 4 * * *", "2026-11-19T04:47:00Z", now)).toBe("on-time");
    expect(getJobState("47 4 * * *", null, now)).toBe("never");
  });

  it.each([
    ["ran a minute ago", "2026-11-20T11:59:00Z", "2026-01-01T00:00:00Z", false],
    ["missed a run", "2026-11-20T11:52:59Z", "2026-01-01T00:00:00Z", true],
    ["was just created", null, "2026-11-20T11:53:00Z", false],
    ["was created and never ran", null, "2026-11-20T11:52:59Z", true],
    ["has no records", null, null, true],
  ])("that %s is overdue: %s", (_, ranAt, addedAt, isLate) => {
    const now = Date.parse("2026-11-20T12:00:00Z");
    expect(isOverdue({ schedule: "* * * * *", ranAt, addedAt }, now)).toBe(isLate);
  });
});
