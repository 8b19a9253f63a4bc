import { expect, test } from "vitest";
import { aShift } from "#testing/builders.ts";
import { groupShifts } from "./group-shifts.ts";

const START = Date.parse("2027-01-01T05:45:00Z");
const END = Date.parse("2027-01-01T05:59:00Z");
/** 11:45 PM on December 31 in the organization's time zone. */
const lateShift = aShift({
  eventType: "Late",
  isJoined: true,
  startsAt: new Date(START).toISOString(),
  endsAt: new Date(END).toISOString(),
});
const getGroupSizes = (now: number, shift = lateShift) => {
  const { upcomingShifts, ongoingShifts, completedShifts } = groupShifts([shift], now);
  return [upcomingShifts.length, ongoingShifts.length, completedShifts.length];
};

test("VDASH-39, VDASH-40: counts a shift as upcoming until it starts and as completed after its end, to the millisecond", () => {
  expect(getGroupSizes(START - 1)).toEqual([1, 0, 0]);
  expect(getGroupSizes(START)).toEqual([1, 0, 0]);
  expect(getGroupSizes(START + 1)).toEqual([0, 1, 0]);
  expect(getGroupSizes(END)).toEqual([0, 1, 0]);
  expect(getGroupSizes(END + 1)).toEqual([0, 0, 1]);
});

test("VDASH-40: counts shifts that weren't joined as neither ongoing nor completed", () => {
  const otherShift = { ...lateShift, isJoined: false };
  expect(getGroupSizes(START, otherShift)).toEqual([1, 0, 0]);
  expect(getGroupSizes(START + 1, otherShift)).toEqual([0, 0, 0]);
  expect(getGroupSizes(END + 1, otherShift)).toEqual([0, 0, 0]);
});

test("VDASH-39, VDASH-40: keeps canceled shifts apart from upcoming and completed ones, and lists them once they are past", () => {
  const canceledShift = { ...lateShift, isCanceled: true };
  expect(getGroupSizes(START - 1, canceledShift)).toEqual([0, 0, 0]);
  expect(groupShifts([canceledShift], START - 1)).toMatchObject({
    nextShift: undefined,
    canceledShifts: [canceledShift],
    pastShifts: [],
  });
  expect(groupShifts([canceledShift], END + 1)).toMatchObject({
    completedShifts: [],
    canceledShifts: [],
    pastShifts: [canceledShift],
  });
});

test("VDASH-39, VDASH-40: sorts upcoming shifts soonest first and completed ones latest first, across time zones", () => {
  const createShift = (eventType: string, startsAt: string, endsAt: string) =>
    aShift({ eventType, startsAt, endsAt, isJoined: true });
  const shifts = [
    createShift("in a month", "2027-02-01T15:00:00Z", "2027-02-01T18:00:00Z"),
    createShift("tomorrow", "2027-01-02T09:00:00-06:00", "2027-01-02T12:00:00-06:00"),
    createShift("yesterday", "2026-12-31T09:00:00-06:00", "2026-12-31T12:00:00-06:00"),
    // The same calendar day, but an hour later.
    createShift("yesterday, later", "2026-12-31T16:00:00Z", "2026-12-31T19:00:00Z"),
    createShift("in fall", "2026-10-01T15:00:00Z", "2026-10-01T18:00:00Z"),
  ];
  const { upcomingShifts, completedShifts } = groupShifts(shifts, START);
  expect(upcomingShifts.map(({ eventType }) => eventType)).toEqual(["tomorrow", "in a month"]);
  expect(completedShifts.map(({ eventType }) => eventType)).toEqual([
    "yesterday, later",
    "yesterday",
    "in fall",
  ]);
});
