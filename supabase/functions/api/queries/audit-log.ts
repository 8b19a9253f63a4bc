import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { auditLogEndpoints } from "../../_shared/contracts/audit-log.ts";
import type { AUDIT_ACTIONS } from "../../_shared/contracts/limits.ts";
import type { ListQueryOf } from "../../_shared/contracts/list.ts";
import { readPage } from "../../_shared/queries/page.ts";
import { readPeriod } from "../../_shared/queries/period.ts";

type Snapshot = Readonly<Record<string, unknown>> | null;
type Entry = Omit<Row<"audit_log">, "id" | "action" | "before" | "after" | "searchText"> & {
  id: string;
  action: (typeof AUDIT_ACTIONS)[number];
  before: Snapshot;
  after: Snapshot;
};

export async function listAuditLog(
  sql: Sql,
  query: ListQueryOf<typeof auditLogEndpoints.listAuditLog>,
) {
  const { tableName, action, actorId } = query;
  const { begin, end } = await readPeriod(sql, query.from, query.to);
  return readPage<Entry>(sql, query, {
    columns: sql`
      id, occurred_at, actor_id, actor_name, action, table_name, row_id, before, after`,
    from: "audit_log",
    where: [
      ...(tableName === undefined ? [] : [sql`table_name = ${tableName}`]),
      ...(action === undefined ? [] : [sql`action = ${action}`]),
      ...(actorId === undefined ? [] : [sql`actor_id = ${actorId}`]),
      ...(begin === null ? [] : [sql`occurred_at >= ${begin}`]),
      ...(end === null ? [] : [sql`occurred_at < ${end}`]),
    ],
    searched: sql`search_text`,
    orders: { occurredAt: [sql`occurred_at`] },
  });
}
