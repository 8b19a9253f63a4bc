import type { Shift } from "#data/events/mutations.ts";
import { timeRange } from "#lib/format.ts";
import { dayAt } from "#lib/time/day-and-time.ts";
import { getZoneName, getBrowserTimeZone } from "#lib/time/zones.ts";

export type ShiftSchedule = Pick<Shift, "date" | "startTime" | "endTime" | "startsAt" | "endsAt">;

export interface ShiftTimes {
  /** The times at the shift's location, with their time zone if it could be unclear. */
  readonly locationTimes: string;
  /** The same times in the browser's time zone, if it differs. */
  readonly browserTimes: string | null;
}

const formatClock = (moment: string, timeZone: string, includesDay: boolean) =>
  new Intl.DateTimeFormat("en-US", {
    ...(includesDay ? { weekday: "short", month: "short", day: "numeric" } : {}),
    hour: "numeric",
    minute: "2-digit",
    timeZone,
  })
    .format(new Date(moment))
    .replaceAll("\u202f", " ");

const formatTimes = ({ date, startsAt, endsAt }: ShiftSchedule, zone: string): string => {
  const isOtherDay = dayAt(startsAt, zone) !== date;
  const endsNextDay = dayAt(endsAt, zone) !== dayAt(startsAt, zone);
  const start = formatClock(startsAt, zone, isOtherDay || endsNextDay);
  return `${start} – ${formatClock(endsAt, zone, endsNextDay)}`;
};

/**
 * Returns a shift's times for a reader who may be in another time zone. On a night when clocks change, both zone
 * names are shown.
 */
export const formatShiftTimes = (
  shift: ShiftSchedule,
  timeZone: string,
  browserZone = getBrowserTimeZone(),
): ShiftTimes => {
  const { startTime, endTime, startsAt, endsAt } = shift;
  const [startZone, endZone] = [getZoneName(startsAt, timeZone), getZoneName(endsAt, timeZone)];
  const isOtherZone = [startsAt, endsAt].some(
    (moment) => formatClock(moment, timeZone, true) !== formatClock(moment, browserZone, true),
  );
  const browserTimes = isOtherZone ? formatTimes(shift, browserZone) : null;
  const zones =
    startZone === endZone
      ? { end: isOtherZone ? endZone : "" }
      : { start: startZone, end: endZone };
  return { locationTimes: timeRange(startTime, endTime, zones), browserTimes };
};
