const DAY = 86_400_000;

/**
 * Returns `Today`, `Tomorrow` or `In 4 days`, counting calendar days in the organization's time
 * zone rather than hours.
 */
export const daysUntil = (date: string, now: number, timeZone: string): string => {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone }).format(now);
  const days = Math.round((Date.parse(date) - Date.parse(today)) / DAY);
  if (days <= 0) return "Today";
  return days === 1 ? "Tomorrow" : `In ${days} days`;
};
