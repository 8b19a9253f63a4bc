/** What a calendar and a clock there show at that moment, as a field for both holds it: `2026-12-01T09:00`. */
export const dayAndTimeAt = (moment: string, timeZone: string): string =>
  // Sweden writes days and times as fields do.
  new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone })
    .format(new Date(moment))
    .replace(" ", "T");

const clock = new Intl.DateTimeFormat("en-US", { timeStyle: "short" });

/** `1:30 PM`, by the reader's own clock. */
export const clockTime = (moment: number): string => clock.format(moment).replaceAll("\u202f", " ");
