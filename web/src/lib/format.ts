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

const dateFormats: Record<string, Intl.DateTimeFormat> = {};

/** Formats are kept, because creating one takes longer than rendering the card of a post whose date it shows. */
const formatDate = (moment: string | Date, options: Intl.DateTimeFormatOptions): string =>
  (dateFormats[JSON.stringify(options)] ??= new Intl.DateTimeFormat(LOCALE, options)).format(
    new Date(moment),
  );

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
  formatDate(moment, { dateStyle: "long", timeZone });

/** `Nov 20, 2026` */
export const shortDate = (moment: string | Date, timeZone = DEFAULT_TIME_ZONE): string =>
  formatDate(moment, { dateStyle: "medium", timeZone });

/** `2026` */
export const formatYear = (moment: string, timeZone: string): string =>
  formatDate(moment, { year: "numeric", timeZone });

/** `Nov 20, 2026, 3:04 PM` */
export const shortMoment = (moment: string | Date, timeZone = DEFAULT_TIME_ZONE): string =>
  formatDate(moment, { dateStyle: "medium", timeStyle: "short", timeZone });

// Calendar days and wall-clock times have no time zone, so they are both parsed and formatted in UTC.

/** `Saturday, November 21, 2026` from `YYYY-MM-DD`. */
export const calendarDay = (date: string): string =>
  formatDate(date, { dateStyle: "full", timeZone: "UTC" });

/** `November 21, 2026` from `YYYY-MM-DD`. */
export const longDay = (date: string): string => longDate(date, "UTC");

/** `Nov 21, 2026` from `YYYY-MM-DD`. */
export const shortDay = (date: string): string => shortDate(date, "UTC");

/** `March 2025` from `YYYY-MM` or `YYYY-MM-DD`. */
export const monthName = (month: string): string =>
  formatDate(month, { month: "long", year: "numeric", timeZone: "UTC" });

export const splitDate = (date: string): { readonly month: string; readonly day: string } => ({
  month: formatDate(date, { month: "short", timeZone: "UTC" }),
  day: String(new Date(date).getUTCDate()),
});

/**
 * `9:00 AM – 12:30 PM` from two `HH:MM[:SS]` times, or `8:00 PM – 2:00 AM the next day`. On a night when clocks change,
 * each time can have the name of its time zone.
 */
export const timeRange = (
  startTime: string,
  endTime: string,
  zones: { readonly start?: string; readonly end?: string } = {},
): string => {
  const clock = { timeStyle: "short", timeZone: "UTC" } as const;
  const format = (time: string, zone = "") =>
    `${formatDate(`2000-01-01T${time.slice(0, 5)}Z`, clock).replaceAll("\u202f", " ")} ${zone}`.trimEnd();
  const day = endTime < startTime ? " the next day" : "";
  return `${format(startTime, zones.start)} – ${format(endTime, zones.end)}${day}`;
};
