import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { auditLogEndpoints } from "../../_shared/contracts/audit-log.ts";
import type { AUDIT_ACTIONS } from "../../_shared/contracts/choices.ts";
import type { Output } from "../../_shared/contracts/endpoint.ts";
import type { ListQueryOf, WholeListQueryOf } from "../../_shared/contracts/list.ts";
import type { Caller } from "../../_shared/caller.ts";
import { createOwnAreasConditions } from "../../_shared/queries/own-areas.ts";
import { readPage } from "../../_shared/queries/page.ts";
import { readPeriod } from "../../_shared/queries/period.ts";
import { openWholeList } from "../../_shared/queries/whole-list.ts";

type Snapshot = Readonly<Record<string, unknown>> | null;
export type AuditLogRow = Omit<
  Row<"audit_log">,
  "id" | "action" | "area" | "before" | "after" | "searchText"
> & {
  id: string;
  action: (typeof AUDIT_ACTIONS)[number];
  before: Snapshot;
  after: Snapshot;
};

type AuditQuery = WholeListQueryOf<typeof auditLogEndpoints.listAuditLog>;

async function createAuditSource(
  sql: Sql,
  caller: Caller,
  { tableName, action, actorId, from, to }: AuditQuery,
) {
  const { begin, end } = await readPeriod(sql, from, to);
  return {
    columns: sql`
      id, occurred_at, actor_id, actor_name, action, table_name, row_id, before, after`,
    from: "audit_log" as const,
    where: [
      ...createOwnAreasConditions(sql, caller, sql`area`),
      ...(tableName === undefined ? [] : [sql`table_name = ${tableName}`]),
      ...(action === undefined ? [] : [sql`action = ${action}`]),
      ...(actorId === undefined ? [] : [sql`actor_id = ${actorId}`]),
      ...(begin === null ? [] : [sql`occurred_at >= ${begin}`]),
      ...(end === null ? [] : [sql`occurred_at < ${end}`]),
    ],
    searchedText: sql`search_text`,
    orders: { occurredAt: [sql`occurred_at`] },
    fixedOrder: "occurredAt" as const,
    idType: "bigint" as const,
  };
}

export const listAuditLog = async (
  sql: Sql,
  caller: Caller,
  query: ListQueryOf<typeof auditLogEndpoints.listAuditLog>,
) => readPage<AuditLogRow>(sql, query, await createAuditSource(sql, caller, query));

export const openAuditLog = async (sql: Sql, caller: Caller, query: AuditQuery) =>
  openWholeList<AuditLogRow>(sql, query, await createAuditSource(sql, caller, query));

type AuditActor = Output<typeof auditLogEndpoints.readAuditFilters>["actors"][number];

export const listAuditActors = (sql: Sql) => sql<AuditActor[]>`
  select id, username from private.audit_actors()`;
