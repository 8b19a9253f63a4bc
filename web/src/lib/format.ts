/** Used until the organization has set its time zone. */
export const DEFAULT_TIME_ZONE = "America/Chicago";

const LOCALE = "en-US";
const wholeDollars = new Intl.NumberFormat(LOCALE, {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
});
const dollarsAndCents = new Intl.NumberFormat(LOCALE, { style: "currency", currency: "USD" });
const plainNumber = new Intl.NumberFormat(LOCALE);

/** `$50` or `$50.25`. Whole dollars are shown without cents. */
export const money = (dollars: number): string =>
  Number.isInteger(dollars) ? wholeDollars.format(dollars) : dollarsAndCents.format(dollars);

export const moneyWithCents = (dollars: number): string => dollarsAndCents.format(dollars);

export const number = (value: number): string => plainNumber.format(value);

/** `1 box`, `40 boxes`. */
export const countWithNoun = (count: number, singular: string, plural: string): string =>
  `${number(count)} ${count === 1 ? singular : plural}`;

/** `November 20, 2026` */
export const longDate = (moment: string | Date, timeZone = DEFAULT_TIME_ZONE): string =>
  new Intl.DateTimeFormat(LOCALE, { dateStyle: "long", timeZone }).format(new Date(moment));

/** `Nov 20, 2026` */
export const shortDate = (moment: string | Date, timeZone = DEFAULT_TIME_ZONE): string =>
  new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeZone }).format(new Date(moment));

/** `2026` */
export const formatYear = (moment: string, timeZone: string): string =>
  new Intl.DateTimeFormat(LOCALE, { year: "numeric", timeZone }).format(new Date(moment));

/** `Nov 20, 2026, 3:04 PM` */
export const shortMoment = (moment: string | Date, timeZone = DEFAULT_TIME_ZONE): string =>
  new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "short", timeZone }).format(
    new Date(moment),
  );

// Calendar days and wall-clock times have no time zone, so they are both parsed and formatted in UTC.
const wallClock = (date: string, time = "00:00"): Date => new Date(`${date}T${time.slice(0, 5)}Z`);

/** `Saturday, November 21, 2026` from `YYYY-MM-DD`. */
export const calendarDay = (date: string): string =>
  new Intl.DateTimeFormat(LOCALE, { dateStyle: "full", timeZone: "UTC" }).format(wallClock(date));

/** `November 21, 2026` from `YYYY-MM-DD`. */
export const longDay = (date: string): string => longDate(wallClock(date), "UTC");

/** `Nov 21, 2026` from `YYYY-MM-DD`. */
export const shortDay = (date: string): string => shortDate(wallClock(date), "UTC");

/** `November 2026` from `YYYY-MM-DD`. */
export const monthYear = (date: string): string =>
  new Intl.DateTimeFormat(LOCALE, { month: "long", year: "numeric", timeZone: "UTC" }).format(
    wallClock(date),
  );

export const splitDate = (date: string): { readonly month: string; readonly day: string } => ({
  month: new Intl.DateTimeFormat(LOCALE, { month: "short", timeZone: "UTC" }).format(
    wallClock(date),
  ),
  day: String(wallClock(date).getUTCDate()),
});

/** `March 2025` from `YYYY-MM`. */
export const monthName = (month: string): string =>
  new Intl.DateTimeFormat(LOCALE, { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(month),
  );

/**
 * `9:00 AM – 12:30 PM` from two `HH:MM[:SS]` times, or `8:00 PM – 2:00 AM the next day`. On a night when clocks change,
 * each time can have the name of its time zone.
 */
export const timeRange = (
  startTime: string,
  endTime: string,
  zones: { readonly start?: string; readonly end?: string } = {},
): string => {
  const clock = new Intl.DateTimeFormat(LOCALE, { timeStyle: "short", timeZone: "UTC" });
  const format = (time: string, zone = "") =>
    `${clock.format(wallClock("2000-01-01", time)).replaceAll("\u202f", " ")} ${zone}`.trimEnd();
  const day = endTime < startTime ? " the next day" : "";
  return `${format(startTime, zones.start)} – ${format(endTime, zones.end)}${day}`;
};
