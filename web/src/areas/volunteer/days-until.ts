const DAY = 86_400_000;

/** `Today`, `Tomorrow`, `In 4 days`: counted by the calendar of the organisation, not by hours. */
export const daysUntil = (date: string, now: number, timeZone: string): string => {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone }).format(now);
  const days = Math.round((Date.parse(date) - Date.parse(today)) / DAY);
  if (days <= 0) return "Today";
  return days === 1 ? "Tomorrow" : `In ${days} days`;
};
