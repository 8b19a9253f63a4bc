import { auditLogEndpoints } from "../../_shared/contracts/audit-log.ts";
import { exportCsv } from "../../_shared/http/csv-export.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { listAuditChanges, findAuditedRowName } from "../../_shared/rules/audit-changes.ts";
import { type CsvColumn, createTimestampColumns } from "../../_shared/rules/csv.ts";
import { type AuditLogRow, listAuditLog, openAuditLog, readAuditFilters } from "./queries.ts";

const auditColumns: readonly CsvColumn<AuditLogRow>[] = [
  { heading: "Entry", cell: ({ id }) => id },
  ...createTimestampColumns<AuditLogRow>(["Date", "Time"], ({ occurredAt }) => occurredAt),
  { heading: "Who", cell: ({ actorName }) => actorName },
  { heading: "Action", cell: ({ action }) => action },
  { heading: "Table", cell: ({ tableName }) => tableName },
  { heading: "Row", cell: ({ rowId }) => rowId },
  { heading: "Name", cell: (entry) => findAuditedRowName(entry) },
  {
    heading: "Changes",
    cell: (entry) =>
      listAuditChanges(entry)
        .map(({ field, before, after }) => `${field}: ${before ?? "–"} → ${after ?? "–"}`)
        .join("\n"),
  },
];

export default implement(auditLogEndpoints, {
  listAuditLog: ({ asAdminReader, caller, query }) =>
    asAdminReader((sql) => listAuditLog(sql, caller, query)),
  readAuditFilters: ({ asCaller, caller }) => asCaller((sql) => readAuditFilters(sql, caller)),
  exportAuditLog: (call) =>
    exportCsv(call, {
      name: "audit-log",
      columns: auditColumns,
      open: (sql) => openAuditLog(sql, call.caller, call.query),
    }),
});
