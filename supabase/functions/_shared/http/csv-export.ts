import type { Sql } from "../clients/database.ts";
import type { Call } from "./handlers.ts";
import { type RawResponse, createTextResponse } from "./raw-responses.ts";
import { streamText } from "./text-stream.ts";
import { type CsvColumn, type CsvTotal, createCsvTable } from "../rules/csv.ts";

/** Streams a whole list as CSV, row by row, without holding it in memory. */
export async function exportCsv<Row>(
  { asAdminReader }: Pick<Call<object>, "asAdminReader">,
  name: string,
  columns: readonly CsvColumn<Row>[],
  readRows: (sql: Sql) => AsyncIterable<readonly Row[]>,
  totals?: readonly CsvTotal<Row>[],
): Promise<RawResponse<"text/csv">> {
  const body = await streamText((write) =>
    asAdminReader(async (sql) => {
      const [{ zone }] = await sql<[{ zone: string }]>`select private.time_zone() as zone`;
      const table = createCsvTable(columns, zone, totals);
      let pendingHead = table.head();
      for await (const rows of readRows(sql)) {
        await write(pendingHead + table.rows(rows));
        pendingHead = "";
      }
      await write(pendingHead + table.totals());
    }),
  );
  return createTextResponse(
    "text/csv",
    body,
    `${name}-${new Date().toISOString().slice(0, 10)}.csv`,
  );
}
