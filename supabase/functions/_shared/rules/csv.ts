import { centsToDollars } from "./money.ts";

export type CsvCell = string | number | boolean | null;

/** A column of an export, with its heading and the values of its cells. `isSummed` adds up amounts, or whole numbers. */
export interface CsvColumn<Row> {
  readonly heading: string;
  readonly cell: (row: Row, clock: LocalClock) => CsvCell;
  readonly isSummed?: true | "count";
}

/** A summary line for some of the rows: their number and totals. */
export interface CsvTotal<Row> {
  readonly label: (count: number) => string;
  readonly includes: (row: Row) => boolean;
}

/** Formats timestamps as local dates and times that spreadsheets understand. */
export interface LocalClock {
  readonly date: (timestamp: string | null) => string | null;
  readonly time: (timestamp: string | null) => string | null;
}

export function createLocalClock(timeZone: string): LocalClock {
  // The Swedish locale formats dates and times like 2026-11-20 15:04.
  const format = new Intl.DateTimeFormat("sv-SE", {
    dateStyle: "short",
    timeStyle: "short",
    timeZone,
  });
  const getPart = (timestamp: string | null, index: 0 | 1) =>
    timestamp === null ? null : (format.format(new Date(timestamp)).split(" ")[index] ?? null);
  return { date: (timestamp) => getPart(timestamp, 0), time: (timestamp) => getPart(timestamp, 1) };
}

/** Creates a date column and a time column from the same timestamp. */
export const createTimestampColumns = <Row>(
  [dateHeading, timeHeading]: readonly [string, string],
  getTimestamp: (row: Row) => string | null,
): readonly CsvColumn<Row>[] => [
  { heading: dateHeading, cell: (row, clock) => clock.date(getTimestamp(row)) },
  { heading: timeHeading, cell: (row, clock) => clock.time(getTimestamp(row)) },
];

/** Without this byte order mark, spreadsheets assume a legacy encoding instead of UTF-8. */
export const CSV_START = "\uFEFF";

/** The characters that start a formula in spreadsheets, full-width ones included, as in a regular expression (threat 29). */
export const FORMULA_SIGNS = String.raw`=+@＝＋－＠﹦﹢﹣﹫\t\r\n\-`;

const FORMULA_START = new RegExp(`^[${FORMULA_SIGNS}]`);

/** Returns one cell. It is quoted if necessary, and escaped so that spreadsheets don't treat text as a formula. */
export function formatCsvCell(value: CsvCell): string {
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return String(value);
  const text = FORMULA_START.test(value) ? `'${value}` : value;
  return /["',;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const formatCsvRow = (cells: readonly CsvCell[]): string =>
  `${cells.map(formatCsvCell).join(",")}\r\n`;

/** For each summary line, the number of its rows so far and the sum of each column in cents. */
export type RunningTotals = readonly {
  readonly count: number;
  readonly cents: readonly number[];
}[];

const DEFAULT_TOTALS = [{ label: (count: number) => `Total of ${count}`, includes: () => true }];

/** Writes a table in pieces: the heading, the rows as they arrive, and the totals. */
export interface CsvTable<Row> {
  readonly head: () => string;
  readonly row: (row: Row) => string;
  readonly runningTotals: () => RunningTotals;
  /** Returns the summary lines. Those that don't include any rows are left out, except the first. */
  readonly totals: () => string;
}

interface CsvTableOptions<Row> {
  readonly timeZone: string;
  readonly totals?: readonly CsvTotal<Row>[] | undefined;
  /** The totals of the rows in earlier parts of the file. */
  readonly earlierTotals?: RunningTotals | undefined;
}

export function createCsvTable<Row>(
  columns: readonly CsvColumn<Row>[],
  { timeZone, totals = DEFAULT_TOTALS, earlierTotals = [] }: CsvTableOptions<Row>,
): CsvTable<Row> {
  const clock = createLocalClock(timeZone);
  const runningTotals = totals.map((_, index) => ({
    count: earlierTotals[index]?.count ?? 0,
    cents: columns.map((_, column) => earlierTotals[index]?.cents[column] ?? 0),
  }));
  const addToTotals = (row: Row, cells: readonly CsvCell[]) => {
    const runningTotal = runningTotals[totals.findIndex(({ includes }) => includes(row))];
    if (runningTotal === undefined) return;
    runningTotal.count += 1;
    for (const [index, { isSummed }] of columns.entries()) {
      if (isSummed === undefined) continue;
      runningTotal.cents[index] =
        (runningTotal.cents[index] ?? 0) + Math.round(Number(cells[index]) * 100);
    }
  };
  const writeTotal = (label: string, cents: readonly number[]) =>
    formatCsvRow(
      columns.map(({ isSummed }, index) => {
        if (index === 0) return label;
        if (isSummed === undefined) return null;
        const sum = cents[index] ?? 0;
        return isSummed === "count" ? Math.round(sum / 100) : centsToDollars(sum);
      }),
    );
  return {
    head: () => CSV_START + formatCsvRow(columns.map(({ heading }) => heading)),
    row: (row) => {
      const cells = columns.map(({ cell }) => cell(row, clock));
      addToTotals(row, cells);
      return formatCsvRow(cells);
    },
    runningTotals: () => runningTotals,
    totals: () =>
      runningTotals
        .map(({ count, cents }, index) =>
          index === 0 || count > 0 ? writeTotal(totals[index]?.label(count) ?? "", cents) : "",
        )
        .join(""),
  };
}
