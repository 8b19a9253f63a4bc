import { archiveEndpoints } from "../../_shared/contracts/archives.ts";
import { exportInParts } from "../../_shared/http/csv-export.ts";
import { implement, requireFound } from "../../_shared/http/handlers.ts";
import { ARCHIVED_TABLES } from "../../_shared/contracts/table-facts.ts";
import { openArchivedTable, readArchiveColumns, startArchive } from "./queries.ts";

export default implement(archiveEndpoints, {
  // The archive is recorded first, because even an interrupted download has exported data.
  createArchive: async ({ asCaller, asAdminReader, body: { area } }) => ({
    id: await asCaller((sql) => startArchive(sql, area)),
    createdAt: new Date().toISOString(),
    columns: await asAdminReader((sql) => readArchiveColumns(sql, area)),
  }),
  downloadArchivedTable: (call) => {
    const table = requireFound(ARCHIVED_TABLES.find((name) => name === call.query.table));
    return exportInParts(call, table, (sql) => openArchivedTable(sql, call.params.id, table));
  },
});
