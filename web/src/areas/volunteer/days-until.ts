import { DAY_MS } from "#lib/time/day-and-time.ts";

/**
 * Returns `Today`, `Tomorrow` or `In 4 days`, counting calendar days in the organization's time
 * zone rather than hours.
 */
export const daysUntil = (date: string, now: number, timeZone: string): string => {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone }).format(now);
  const days = Math.round((Date.parse(date) - Date.parse(today)) / DAY_MS);
  if (days <= 0) return "Today";
  return days === 1 ? "Tomorrow" : `In ${days} days`;
};
