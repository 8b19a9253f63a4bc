import { centsToDollars } from "./money.ts";

export type CsvCell = string | number | boolean | null;

/** A column of an export: what stands above it, what it says of a row, and whether its amounts are summed up below. */
export interface CsvColumn<Row> {
  readonly heading: string;
  readonly cell: (row: Row, clock: LocalClock) => CsvCell;
  readonly isSummed?: true;
}

/** Rows that are added up in a line of their own. */
export interface CsvTotal<Row> {
  readonly label: (count: number) => string;
  readonly includes: (row: Row) => boolean;
}

/** Moments as a calendar and a clock in that zone show them, in the form that spreadsheets read. */
export interface LocalClock {
  readonly date: (moment: string | null) => string | null;
  readonly time: (moment: string | null) => string | null;
}

export function localClock(timeZone: string): LocalClock {
  // Sweden writes 2026-11-20 15:04.
  const format = new Intl.DateTimeFormat("sv-SE", {
    dateStyle: "short",
    timeStyle: "short",
    timeZone,
  });
  const part = (moment: string | null, index: 0 | 1) =>
    moment === null ? null : (format.format(new Date(moment)).split(" ")[index] ?? null);
  return { date: (moment) => part(moment, 0), time: (moment) => part(moment, 1) };
}

/** A moment in two columns. */
export const momentColumns = <Row>(
  [date, time]: readonly [string, string],
  momentOf: (row: Row) => string | null,
): readonly CsvColumn<Row>[] => [
  { heading: date, cell: (row, clock) => clock.date(momentOf(row)) },
  { heading: time, cell: (row, clock) => clock.time(momentOf(row)) },
];

/** Without it spreadsheets take the file for the encoding of their own country. */
const BYTE_ORDER_MARK = "\uFEFF";

/** What a spreadsheet would take for a formula (threats row 29). */
const FORMULA = /^[=+\-@\t\r\n]/;

/** One cell: text is never a formula, and quoted where it has to be. */
export function csvCell(value: CsvCell): string {
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /["',;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const line = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(",")}\r\n`;

/** Writes a table piece by piece: its head, rows as they come, and what they add up to. */
export function csvTable<Row>(
  columns: readonly CsvColumn<Row>[],
  timeZone: string,
  totals: readonly CsvTotal<Row>[] = [
    { label: (count) => `Total of ${count}`, includes: () => true },
  ],
) {
  const clock = localClock(timeZone);
  const sums = totals.map((total) => ({ ...total, count: 0, cents: columns.map(() => 0) }));
  return {
    head: () => BYTE_ORDER_MARK + line(columns.map(({ heading }) => heading)),
    rows: (rows: readonly Row[]): string =>
      rows
        .map((row) => {
          const cells = columns.map(({ cell }) => cell(row, clock));
          const sum = sums.find(({ includes }) => includes(row));
          if (sum !== undefined) {
            sum.count += 1;
            for (const [index, { isSummed }] of columns.entries()) {
              if (isSummed !== true) continue;
              sum.cents[index] = (sum.cents[index] ?? 0) + Math.round(Number(cells[index]) * 100);
            }
          }
          return line(cells);
        })
        .join(""),
    /** The first line always, the others where they have a row. */
    totals: () =>
      sums
        .filter(({ count }, index) => index === 0 || count > 0)
        .map(({ label, count, cents }) =>
          line(
            columns.map(({ isSummed }, index) =>
              index === 0
                ? label(count)
                : isSummed === true
                  ? centsToDollars(cents[index] ?? 0)
                  : null,
            ),
          ),
        )
        .join(""),
  };
}
