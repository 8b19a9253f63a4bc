export const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns a time as a `datetime-local` value in the given time zone: `2026-12-01T09:00`. */
export const dayAndTimeAt = (moment: string, timeZone: string): string =>
  // The Swedish locale formats dates and times the way form fields expect them.
  new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone })
    .format(new Date(moment))
    .replace(" ", "T");

/** Returns the date of a time in the given time zone: `2026-12-01`. */
export const dayAt = (moment: string | number, timeZone: string): string =>
  new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone }).format(new Date(moment));

/** Returns the day on which something ends: `date` or the day after it. */
export const endDay = (date: string, endsNextDay: boolean): string =>
  endsNextDay ? new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10) : date;

/** `1:30 PM` in the given time zone. */
export const clockTime = (moment: number, timeZone: string): string =>
  new Intl.DateTimeFormat("en-US", { timeStyle: "short", timeZone })
    .format(moment)
    .replaceAll("\u202f", " ");
