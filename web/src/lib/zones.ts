import { dayAndTimeAt } from "./day-and-time.ts";

const MINUTE = 60_000;

/** The browser's own. */
export const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

const zoneName = (moment: number, timeZone: string, timeZoneName: "short" | "longOffset") =>
  new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName })
    .formatToParts(moment)
    .find(({ type }) => type === "timeZoneName")?.value ?? "";

/** `CST` or `CDT`, as the clocks there go at that moment. */
export const zoneAt = (moment: string, timeZone: string): string =>
  zoneName(Date.parse(moment), timeZone, "short");

/** How far clocks there are ahead of UTC. */
const offsetAt = (moment: number, timeZone: string): number => {
  const name = zoneName(moment, timeZone, "longOffset");
  const [, sign, hours = "0", minutes = "0"] = /([+-])(\d+):(\d+)/.exec(name) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE;
};

/** The moment at which a calendar there shows this day, and a clock this time. */
export const momentAt = (date: string, time: string, timeZone: string): string => {
  const asUtc = Date.parse(`${date}T${time.slice(0, 5)}Z`);
  const near = asUtc - offsetAt(asUtc, timeZone);
  return new Date(asUtc - offsetAt(near, timeZone)).toISOString();
};

/** Whether clocks there skip that time, because they go forward that night. */
export const isSkipped = (date: string, time: string, timeZone: string): boolean =>
  dayAndTimeAt(momentAt(date, time, timeZone), timeZone) !== `${date}T${time.slice(0, 5)}`;
