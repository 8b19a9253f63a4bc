import type { Sql } from "../clients/database.ts";
import type { PartQuery } from "../contracts/list.ts";
import { readToday } from "../queries/today.ts";
import type { RowPosition, ReadOptions, WholeList } from "../queries/whole-list.ts";
import {
  type CsvColumn,
  type CsvTable,
  type CsvTotal,
  createCsvTable,
  type RunningTotals,
} from "../rules/csv.ts";
import { readExportCursor, writeExportCursor } from "./export-cursor.ts";
import type { Call } from "./handlers.ts";
import { logExport } from "./log-export.ts";
import { createTextResponse, type RawResponse } from "./raw-responses.ts";

/**
 * A part ends early if reading and writing it has taken this long. It can't have used more processor time than that,
 * however large the rows are, and the platform allows 2 seconds.
 */
const PART_MS = 1300;
/** A part also ends early at this size, so that a slow connection can receive it. */
const PART_CHARACTERS_MAX = 4_000_000;

export interface ExportedFile<Row> {
  /** The file's name without its date. */
  readonly name: string;
  readonly columns: readonly CsvColumn<Row>[];
  readonly totals?: readonly CsvTotal<Row>[];
  readonly open: (sql: Sql) => Promise<WholeList<Row>>;
}

type ExportCall = Pick<Call<object>, "asAdminSnapshot" | "caller" | "endpoint" | "services"> & {
  readonly query: PartQuery & { readonly totals?: boolean | undefined };
};

/**
 * Returns one part of a whole list as CSV, with totals after the last one if they were asked for. The first part is
 * logged with the number of all rows, because even an interrupted download has exported data.
 */
export async function exportCsv<Row>(
  call: ExportCall,
  { name, columns, totals, open }: ExportedFile<Row>,
): Promise<RawResponse<"text/csv">> {
  const response = await exportInParts(call, name, async (sql, earlierTotals) => {
    const [{ zone }] = await sql<[{ zone: string }]>`select private.time_zone() as zone`;
    const list = await open(sql);
    const options = { timeZone: zone, totals, earlierTotals };
    return { list, createTable: () => createCsvTable(columns, options) };
  });
  if (call.query.cursor === undefined) {
    await logExport(call, { name, rows: Number(response.headers["X-Total-Count"]) });
  }
  return response;
}

/** A list whose rows are written to a file, and what starts a new attempt to write them. */
interface WrittenList<Row> {
  readonly list: WholeList<Row>;
  readonly createTable: () => CsvTable<Row>;
}

/**
 * Returns one part of a file. The first part has the heading. Headers say how large the part is, so that the caller
 * notices if a gateway cuts it.
 */
export function exportInParts<Row>(
  { asAdminSnapshot, query }: ExportCall,
  name: string,
  open: (sql: Sql, earlierTotals: RunningTotals | undefined) => Promise<WrittenList<Row>>,
): Promise<RawResponse<"text/csv">> {
  const earlier = query.cursor === undefined ? null : readExportCursor(query.cursor);
  return asAdminSnapshot(async (sql) => {
    const { list, createTable } = await open(sql, earlier?.totals);
    const firstCount = earlier === null ? await list.count() : null;
    const options = { after: earlier?.lastRow ?? null, limit: query.limit };
    const write = (keepsOrder: boolean) =>
      writePart(list, createTable(), { ...options, keepsOrder });
    let part = await write(firstCount !== null && firstCount <= query.limit);
    // The rows were too large for one part after all, so they have to be in an order that can be continued.
    if (part.lastRow !== null && !part.canContinue) part = await write(false);
    const { table, text, lastRow } = part;
    const rowCount = (earlier?.rowCount ?? 0) + part.rowCount;
    const head = earlier === null ? table.head() : "";
    const foot = lastRow === null && query.totals === true ? table.totals() : "";
    const total = lastRow === null ? rowCount : firstCount;
    const body = new TextEncoder().encode(head + text + foot);
    const filename = `${name}-${await readToday(sql)}.csv`;
    const progress = lastRow && { lastRow, rowCount, totals: table.runningTotals() };
    return createTextResponse("text/csv", body, filename, {
      "X-Part-Rows": String(part.rowCount),
      "X-Part-Bytes": String(body.length),
      "X-Has-More": String(progress !== null),
      ...(total === null ? {} : { "X-Total-Count": String(total) }),
      ...(progress === null ? {} : { "X-Next-Cursor": writeExportCursor(progress) }),
    });
  });
}

/** Writes rows until the part is full. `lastRow` is the position of the last row if more rows follow. */
async function writePart<Row>(
  list: WholeList<Row>,
  table: CsvTable<Row>,
  { limit, ...options }: ReadOptions,
) {
  const canContinue = list.hasFixedOrder || !options.keepsOrder;
  let text = "";
  let rowCount = 0;
  let lastRow: RowPosition | null = null;
  let startedAt: number | undefined;
  for await (const rows of list.read({ ...options, limit: limit + 1 })) {
    startedAt ??= performance.now();
    // A slow database must not change the order of a short list.
    const isLate = canContinue && rowCount > 0 && performance.now() - startedAt > PART_MS;
    for (const row of rows) {
      const isFull = rowCount === limit || isLate || text.length > PART_CHARACTERS_MAX;
      if (isFull) return { table, text, rowCount, lastRow, canContinue };
      text += table.row(row);
      rowCount += 1;
      lastRow = row.position;
    }
  }
  return { table, text, rowCount, lastRow: null, canContinue };
}
