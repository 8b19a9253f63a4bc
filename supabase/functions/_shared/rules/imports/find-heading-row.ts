import { countKnownHeadings } from "./formats.ts";
import { readAmount } from "./read-amount.ts";
import { readDate } from "./read-date.ts";

/** Reports rarely have more lines than this above their table. */
const SEARCHED_ROWS = 40;

type Row = readonly string[];

const countFilled = (row: Row): number => row.filter((cell) => cell.trim() !== "").length;

/** Headings are words, whereas the rows of a table have dates and amounts. */
const hasValues = (row: Row): boolean =>
  row.some((cell) => readAmount(cell) !== undefined || readDate(cell) !== undefined);

/** A year may be a heading, but not a date, an amount with cents or an email address. */
const isRecord = (row: Row): boolean =>
  row.some(
    (cell) => readDate(cell) !== undefined || /@|^[$(-]?[\d,]+\.\d\d$|^\$ ?\d/.test(cell.trim()),
  );

/**
 * Returns the index of the row with the headings. Reports have lines above them, such as a title and the dates. Returns
 * undefined if the file begins with a record.
 */
export function findHeadingRow(rows: readonly Row[]): number | undefined {
  const searched = rows.slice(0, SEARCHED_ROWS);
  const scores = searched.map((row) => (hasValues(row) ? 0 : countKnownHeadings(row)));
  const best = Math.max(0, ...scores);
  if (best >= 2) return scores.indexOf(best);
  const width = Math.max(0, ...searched.map(countFilled));
  const index = searched.findIndex((row) => countFilled(row) > width / 2 && !hasValues(row));
  if (index !== -1) return index;
  return isRecord(searched[0] ?? []) ? undefined : 0;
}
