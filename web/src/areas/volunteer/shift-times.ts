import type { Shift } from "#data/events/queries.ts";
import { timeRange } from "#lib/format.ts";
import { zoneAt, zoneHere } from "#lib/time/zones.ts";

export type Times = Pick<Shift, "date" | "startTime" | "endTime" | "startsAt" | "endsAt">;

export interface ShownTimes {
  /** The times at the shift's location, with their time zone if it could be unclear. */
  readonly atLocation: string;
  /** The same times in the browser's time zone, if it differs. */
  readonly atBrowser: string | null;
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

const timesHere = ({ date, startsAt, endsAt }: Times, zone: string): string => {
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
  const [before, after] = [zoneAt(startsAt, timeZone), zoneAt(endsAt, timeZone)];
  const isElsewhere = [startsAt, endsAt].some(
    (moment) => clockOf(moment, timeZone, true) !== clockOf(moment, zone, true),
  );
  const atBrowser = isElsewhere ? timesHere(shift, zone) : null;
  if (before !== after)
    return { atLocation: `${range.replace(" –", ` ${before} –`)} ${after}`, atBrowser };
  return { atLocation: isElsewhere ? `${range} ${after}` : range, atBrowser };
};
