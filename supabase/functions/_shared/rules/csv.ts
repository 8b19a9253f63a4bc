import { centsToDollars } from "./money.ts";

export type CsvCell = string | number | boolean | null;

/** A column of an export: what stands above it, what it says of a row, and whether its amounts are summed up below. */
export interface CsvColumn<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => CsvCell;
  readonly isSummed?: true;
}

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
export function csvTable<Row>(columns: readonly CsvColumn<Row>[]) {
  let rowCount = 0;
  const cents = columns.map(() => 0);
  return {
    head: () => BYTE_ORDER_MARK + line(columns.map(({ heading }) => heading)),
    rows: (rows: readonly Row[]): string => {
      rowCount += rows.length;
      return rows
        .map((row) => {
          const cells = columns.map(({ cell }) => cell(row));
          for (const [index, { isSummed }] of columns.entries()) {
            if (isSummed === true) {
              cents[index] = (cents[index] ?? 0) + Math.round(Number(cells[index]) * 100);
            }
          }
          return line(cells);
        })
        .join("");
    },
    totals: () =>
      line(
        columns.map(({ isSummed }, index) =>
          index === 0
            ? `Total of ${rowCount}`
            : isSummed === true
              ? centsToDollars(cents[index] ?? 0)
              : null,
        ),
      ),
  };
}
