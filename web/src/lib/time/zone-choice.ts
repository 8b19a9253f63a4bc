const LOCALE = "en-US";

let cachedZones: Readonly<Record<string, string>> | undefined;

/** The name of a time zone, such as `Central Time`. */
const getLongName = (timeZone: string): string =>
  new Intl.DateTimeFormat(LOCALE, { timeZone, timeZoneName: "longGeneric" })
    .formatToParts()
    .find(({ type }) => type === "timeZoneName")?.value ?? "";

/**
 * The weekday and time in a time zone, such as `Saturday 7:14 PM`; null if the browser doesn't recognize the time zone.
 */
export const formatClock = (moment: number, timeZone: string): string | null => {
  try {
    const format = { weekday: "long", hour: "numeric", minute: "2-digit", timeZone } as const;
    return new Intl.DateTimeFormat(LOCALE, format).format(moment).replaceAll("\u202f", " ");
  } catch {
    return null;
  }
};

/** Returns every time zone that the browser recognizes, with its name: `America/Chicago: Central Time`. */
export const listTimeZones = (): Readonly<Record<string, string>> => {
  cachedZones ??= Object.fromEntries(
    Intl.supportedValuesOf("timeZone").map((timeZone) => [timeZone, getLongName(timeZone)]),
  );
  return cachedZones;
};
