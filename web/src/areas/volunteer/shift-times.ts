import type { Shift } from "../../data/events/queries.ts";
import { timeRange } from "../../lib/format.ts";
import { zoneAt, zoneHere } from "../../lib/zones.ts";

export type Times = Pick<Shift, "date" | "startTime" | "endTime" | "startsAt" | "endsAt">;

export interface ShownTimes {
  /** As the clocks at the shift go, with their zone where it would be in doubt. */
  readonly there: string;
  /** The same as the browser's clock goes, where that is another one. */
  readonly here: string | null;
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

/** Of one shift, told to somebody whose clock may be another one. In a night that changes the clocks both zones stand. */
export const shownTimes = (shift: Times, timeZone: string, zone = zoneHere()): ShownTimes => {
  const { startTime, endTime, startsAt, endsAt } = shift;
  const range = timeRange(startTime, endTime);
  const [before, after] = [zoneAt(startsAt, timeZone), zoneAt(endsAt, timeZone)];
  const isElsewhere = [startsAt, endsAt].some(
    (moment) => clockOf(moment, timeZone, true) !== clockOf(moment, zone, true),
  );
  const here = isElsewhere ? timesHere(shift, zone) : null;
  if (before !== after) return { there: `${range.replace(" –", ` ${before} –`)} ${after}`, here };
  return { there: isElsewhere ? `${range} ${after}` : range, here };
};
