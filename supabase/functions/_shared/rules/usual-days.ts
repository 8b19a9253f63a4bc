import type { UsualYears } from "../contracts/limits.ts";

const dayFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** Returns the same day of another year, as YYYY-MM-DD. Years without a February 29 have a March 1 instead. */
function addYears(day: string, years: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.toISOString().slice(0, 10);
}

const describeYears = (years: number) => `${years} ${years === 1 ? "year" : "years"}`;

/** Asks whether a day outside of its usual years is right. Returns undefined for a usual day. */
export function describeUnusualDay(
  day: string,
  { past, future }: UsualYears,
  today: string,
): string | undefined {
  const written = dayFormat.format(new Date(`${day}T00:00:00Z`));
  if (day < addYears(today, -past))
    return past === 0
      ? `${written} is in the past. Is that date right?`
      : `${written} is more than ${describeYears(past)} ago. Is that date right?`;
  if (future === null || day <= addYears(today, future)) return undefined;
  return future === 0
    ? `${written} is in the future. Is that date right?`
    : `${written} is more than ${describeYears(future)} from now. Is that date right?`;
}
