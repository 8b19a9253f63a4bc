const MINUTE = 60_000;
let known: Readonly<Record<string, string>> | undefined;

/** The browser's own. */
export const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

const zoneName = (
  moment: number,
  timeZone: string,
  timeZoneName: "short" | "longOffset" | "longGeneric",
) =>
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

/** `Saturday 7:14 PM`; null where nobody knows such a zone. */
export const clockAt = (moment: number, timeZone: string): string | null => {
  try {
    const format = { weekday: "long", hour: "numeric", minute: "2-digit", timeZone } as const;
    return new Intl.DateTimeFormat("en-US", format).format(moment).replaceAll("\u202f", " ");
  } catch {
    return null;
  }
};

/** Every zone the browser knows with what people call it: `America/Chicago: Central Time`. */
export const zonesByName = (): Readonly<Record<string, string>> => {
  known ??= Object.fromEntries(
    Intl.supportedValuesOf("timeZone").map((timeZone) => [
      timeZone,
      zoneName(Date.now(), timeZone, "longGeneric"),
    ]),
  );
  return known;
};
