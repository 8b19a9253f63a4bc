import type { Shift } from "#data/events/queries.ts";
import { timeRange } from "#lib/format.ts";
import { zoneAt, zoneHere } from "#lib/time/zones.ts";

export type Times = Pick<Shift, "date" | "startTime" | "endTime" | "startsAt" | "endsAt">;

export interface ShownTimes {
  /** The times at the shift's location, with their time zone if it could be unclear. */
  readonly locationTimes: string;
  /** The same times in the browser's time zone, if it differs. */
  readonly browserTimes: string | null;
}

const clockOf = (moment: string, timeZone: string, withDay: boolean) =>
  new Intl.DateTimeFormat("en-US", {
    ...(withDay ? { weekday: "short", month: "short", day: "numeric" } : {}),
    hour: "numeric",
    minute: "2-digit",
    timeZone,
  })
    .format(new Date(moment))
    .replaceAll("\u202f", " ");

const dayOf = (moment: string, timeZone: string) =>
  new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date(moment));

const timesInZone = ({ date, startsAt, endsAt }: Times, zone: string): string => {
  const isOtherDay = dayOf(startsAt, zone) !== date;
  const endsNextDay = dayOf(endsAt, zone) !== dayOf(startsAt, zone);
  const start = clockOf(startsAt, zone, isOtherDay || endsNextDay);
  return `${start} – ${clockOf(endsAt, zone, endsNextDay)}`;
};

/**
 * Returns a shift's times for a reader who may be in another time zone. On a night when clocks change, both zone
 * names are shown.
 */
export const shownTimes = (shift: Times, timeZone: string, zone = zoneHere()): ShownTimes => {
  const { startTime, endTime, startsAt, endsAt } = shift;
  const range = timeRange(startTime, endTime);
  const [startZone, endZone] = [zoneAt(startsAt, timeZone), zoneAt(endsAt, timeZone)];
  const isOtherZone = [startsAt, endsAt].some(
    (moment) => clockOf(moment, timeZone, true) !== clockOf(moment, zone, true),
  );
  const browserTimes = isOtherZone ? timesInZone(shift, zone) : null;
  if (startZone !== endZone)
    return { locationTimes: `${range.replace(" –", ` ${startZone} –`)} ${endZone}`, browserTimes };
  return { locationTimes: isOtherZone ? `${range} ${endZone}` : range, browserTimes };
};
