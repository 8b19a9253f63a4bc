import { dayAndTimeAt } from "./day-and-time.ts";

const MINUTE_MS = 60_000;

export const getBrowserTimeZone = (): string =>
  new Intl.DateTimeFormat().resolvedOptions().timeZone;

const formatZoneName = (moment: number, timeZone: string, timeZoneName: "short" | "longOffset") =>
  new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName })
    .formatToParts(moment)
    .find(({ type }) => type === "timeZoneName")?.value ?? "";

/** Returns the abbreviation of the time zone at that time, such as `CST` or `CDT`. */
export const getZoneName = (moment: string, timeZone: string): string =>
  formatZoneName(Date.parse(moment), timeZone, "short");

/** Returns how many milliseconds the time zone's clocks are ahead of UTC. */
const getOffset = (moment: number, timeZone: string): number => {
  const name = formatZoneName(moment, timeZone, "longOffset");
  const [, sign, hours = "0", minutes = "0"] = /([+-])(\d+):(\d+)/.exec(name) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
};

/** Converts a local date and time to UTC. */
export const toInstant = (date: string, time: string, timeZone: string): string => {
  const wallTimeAsUtc = Date.parse(`${date}T${time.slice(0, 5)}Z`);
  const estimate = wallTimeAsUtc - getOffset(wallTimeAsUtc, timeZone);
  return new Date(wallTimeAsUtc - getOffset(estimate, timeZone)).toISOString();
};

/** Returns whether the clocks skip that local time when daylight saving time starts. */
export const isSkipped = (date: string, time: string, timeZone: string): boolean =>
  dayAndTimeAt(toInstant(date, time, timeZone), timeZone) !== `${date}T${time.slice(0, 5)}`;
