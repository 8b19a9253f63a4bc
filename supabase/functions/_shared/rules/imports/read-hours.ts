const NUMBER = /^(?<hours>\d{1,3}(?:,?\d{3})?(?:\.\d{1,2})?|\.\d{1,2})$/;
const CLOCK = /^(?<hours>\d{1,4}):(?<minutes>[0-5]\d)(?::00)?$/;
const UNIT = / ?(?:hours?|hrs?|h)\.?$/i;

const MAX_HOURS = 999_999;

/** Returns the hours in a cell, such as 12.5, `1,250`, `12 hrs` or `3:30`. Returns undefined for everything else. */
export function readHours(cell: string): number | undefined {
  const text = cell.replace(UNIT, "");
  const { hours, minutes = "0" } = (NUMBER.exec(text) ?? CLOCK.exec(text))?.groups ?? {};
  if (hours === undefined) return undefined;
  const total = Number(hours.replaceAll(",", "")) + Number(minutes) / 60;
  return total <= MAX_HOURS ? Math.round(total * 100) / 100 : undefined;
}
