import { DAY_MS, dayAt } from "#lib/time/day-and-time.ts";

/**
 * Returns `Today`, `Tomorrow` or `In 4 days`, counting calendar days in the organization's time
 * zone rather than hours.
 */
export const describeDaysUntil = (date: string, now: number, timeZone: string): string => {
  const days = Math.round((Date.parse(date) - Date.parse(dayAt(now, timeZone))) / DAY_MS);
  if (days <= 0) return "Today";
  return days === 1 ? "Tomorrow" : `In ${days} days`;
};
