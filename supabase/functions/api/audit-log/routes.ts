import { AUDITED_RECORDS, auditLogEndpoints } from "../../_shared/contracts/audit-log.ts";
import type { RequiredArea } from "../../_shared/contracts/choices.ts";
import { TABLE_AREAS } from "../../_shared/contracts/table-facts.ts";
import { exportCsv } from "../../_shared/http/csv-export.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { hasArea } from "../../_shared/rules/admin-areas.ts";
import { listAuditChanges, findAuditedRowName } from "../../_shared/rules/audit-changes.ts";
import { type CsvColumn, createTimestampColumns } from "../../_shared/rules/csv.ts";
import {
  type AuditLogRow,
  listAuditActors,
  listAuditLog,
  namePeople,
  openAuditLog,
} from "./queries.ts";

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

/** Each export is logged for the administrators of its own area. */
const RECORD_AREAS: Readonly<Record<string, RequiredArea>> = { ...TABLE_AREAS, exports: "any" };

export default implement(auditLogEndpoints, {
  listAuditLog: async ({ asAdminReader, asCaller, caller, query }) => {
    const page = await asAdminReader((sql) => listAuditLog(sql, caller, query));
    return asCaller((sql) => namePeople(sql, page));
  },
  readAuditFilters: async ({ asCaller, caller }) => {
    const areas = caller.kind === "admin" ? caller.areas : [];
    const tableNames = AUDITED_RECORDS.filter((name) =>
      hasArea(areas, RECORD_AREAS[name] ?? "owner"),
    );
    return { tableNames: tableNames.toSorted(), actors: [...(await asCaller(listAuditActors))] };
  },
  exportAuditLog: (call) =>
    exportCsv(call, {
      name: "audit-log",
      columns: auditColumns,
      open: (sql) => openAuditLog(sql, call.caller, call.query),
    }),
});
