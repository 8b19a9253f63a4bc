import { dayAt } from "#lib/time/day-and-time.ts";

/** Returns the full days left in the month in the organization's time zone: 8 on November 22, 0 on the last day. */
export const countDaysLeft = (now: number, timeZone: string): number => {
  const [year = 0, month = 0, day = 0] = dayAt(now, timeZone).split("-").map(Number);
  return new Date(Date.UTC(year, month, 0)).getUTCDate() - day;
};
