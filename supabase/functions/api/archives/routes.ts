import type { Sql } from "../../_shared/clients/database.ts";
import { archiveEndpoints } from "../../_shared/contracts/archives.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { fileAnswer } from "../../_shared/http/raw-answers.ts";
import { byteStream } from "../../_shared/http/text-stream.ts";
import { ARCHIVED_TABLES, archiveReadme } from "../../_shared/rules/archived-tables.ts";
import { countRows, readColumns, readTable, startArchive } from "./queries.ts";

async function* readFiles(sql: Sql, createdAt: string) {
  const columns = await readColumns(sql);
  const rowCounts = new Map<string, number>();
  for (const table of ARCHIVED_TABLES) {
    rowCounts.set(table, await countRows(sql, table));
    yield { name: `${table}.csv`, content: readTable(sql, table, columns) };
  }
  yield { name: "README.txt", content: [archiveReadme(columns, rowCounts, createdAt)] };
}

export default implement(archiveEndpoints, {
  createArchive: async ({ asCaller, services, caller }) => {
    const { writeZip } = await import("../../_shared/archives/zip-files.ts");
    // Recorded first: a download that was cut off has taken data out as well.
    await asCaller(startArchive);
    const createdAt = new Date().toISOString();
    const body = await byteStream((write) =>
      services.database.asAdminSnapshot(caller, (sql) =>
        writeZip(readFiles(sql, createdAt), write),
      ),
    );
    return fileAnswer(body, {
      type: "application/zip",
      filename: `everything-${createdAt.slice(0, 10)}.zip`,
    });
  },
});
