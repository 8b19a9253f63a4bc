import { dayAt } from "#lib/time/day-and-time.ts";
import type { Preset } from "./list-toolbar.tsx";

const formatDay = (year: number, month: number, date: number): string =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);

/**
 * Returns common periods in the organization's time zone. The current month and year end on their last day, not today.
 */
export const listPeriods = (moment: number, timeZone: string): readonly Preset[] => {
  const [year = 0, month = 0] = dayAt(moment, timeZone).split("-").map(Number);
  const createPreset = (label: string, from: string, to: string) => ({
    label,
    values: { from, to },
  });
  return [
    createPreset("This month", formatDay(year, month - 1, 1), formatDay(year, month, 0)),
    createPreset("Last month", formatDay(year, month - 2, 1), formatDay(year, month - 1, 0)),
    createPreset("This year", formatDay(year, 0, 1), formatDay(year, 12, 0)),
    createPreset("Last year", formatDay(year - 1, 0, 1), formatDay(year - 1, 12, 0)),
  ];
};
