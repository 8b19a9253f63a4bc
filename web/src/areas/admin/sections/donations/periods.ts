import type { Preset } from "../../../../kit/list-toolbar.tsx";

/** `2026-11-21`, the day there. */
const dayAt = (moment: number, timeZone: string): string =>
  new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone }).format(moment);

const day = (year: number, month: number, date: number): string =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);

/** Spans people ask for, by the calendar of the organisation; the current ones are open to what is still to come. */
export const periodsAt = (moment: number, timeZone: string): readonly Preset[] => {
  const [year = 0, month = 0] = dayAt(moment, timeZone).split("-").map(Number);
  const span = (label: string, from: string, to: string) => ({ label, sets: { from, to } });
  return [
    span("This month", day(year, month - 1, 1), day(year, month, 0)),
    span("Last month", day(year, month - 2, 1), day(year, month - 1, 0)),
    span("This year", day(year, 0, 1), day(year, 12, 0)),
    span("Last year", day(year - 1, 0, 1), day(year - 1, 12, 0)),
  ];
};
