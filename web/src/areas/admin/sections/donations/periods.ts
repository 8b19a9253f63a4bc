import type { Preset } from "#kit/lists/list-toolbar.tsx";

/** Returns the date in the time zone, such as `2026-11-21`. */
const dayAt = (moment: number, timeZone: string): string =>
  new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone }).format(moment);

const formatDay = (year: number, month: number, date: number): string =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);

/**
 * Returns common periods in the organization's time zone. Current periods run to their last day, which may be in the
 * future.
 */
export const periodsAt = (moment: number, timeZone: string): readonly Preset[] => {
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
