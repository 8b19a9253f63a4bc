import type { Fragment, Row, Sql } from "../../_shared/clients/database.ts";
import type { auditLogEndpoints } from "../../_shared/contracts/audit-log.ts";
import type { AUDIT_ACTIONS } from "../../_shared/contracts/choices.ts";
import type { Output } from "../../_shared/contracts/endpoint.ts";
import type { ListQueryOf, WholeListQueryOf } from "../../_shared/contracts/list.ts";
import type { Caller } from "../../_shared/caller.ts";
import { createOwnAreasConditions } from "../../_shared/queries/own-areas.ts";
import { Page, readPage } from "../../_shared/queries/page.ts";
import { readPeriod } from "../../_shared/queries/period.ts";
import { openWholeList } from "../../_shared/queries/whole-list.ts";

type Snapshot = Readonly<Record<string, unknown>> | null;
export type AuditLogRow = Omit<
  Row<"audit_log">,
  "id" | "action" | "area" | "before" | "after" | "searchText" | "isAutomatic"
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
  { tableName, action, actorId, by = "all", from, to }: AuditQuery,
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
      // Each has an index of its own.
      ...(by === "people" ? [sql`not is_automatic`] : []),
      ...(by === "site" ? [sql`is_automatic`] : []),
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

interface LoggedRow {
  readonly tableName: string;
  readonly rowId: string;
}

interface NamedRow extends LoggedRow {
  readonly name: string;
}

const FULL_NAME = "btrim(concat_ws(' ', entry.first_name, entry.last_name))";
const joinPerson = (column: string) =>
  `join public.volunteers as person on person.id = entry.${column}`;
const JOINED_DONOR = {
  name: "btrim(concat_ws(' ', person.first_name, person.last_name))",
  join: "join public.donors as person on person.id = entry.donor_id",
};

/** How to find the person in a row of each table that is about one. */
const PEOPLE: Readonly<Record<string, { readonly name: string; readonly join?: string }>> = {
  donations: { name: FULL_NAME },
  donor_tasks: JOINED_DONOR,
  donors: { name: FULL_NAME },
  hour_entries: { name: "person.name", join: joinPerson("person_id") },
  noncash_donations: JOINED_DONOR,
  shift_waitlist: { name: "person.name", join: joinPerson("person_id") },
  subscriptions: { name: FULL_NAME },
  testimonials: { name: "entry.name" },
  tributes: { name: "entry.recipient_name" },
  users: { name: "entry.username" },
  volunteer_accounts: { name: FULL_NAME },
  volunteer_applications: { name: FULL_NAME },
  volunteer_event_registrations: { name: "person.name", join: joinPerson("person_id") },
  volunteer_qualifications: { name: "person.name", join: joinPerson("volunteer_id") },
  volunteers: { name: "entry.name" },
};

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Adds today's name of the person whom each row is about. The log has no names, so that they can be erased. Call it as
 * the reader, so that row-level security decides whose names they learn.
 */
export async function addPersonNames<Row extends LoggedRow>(
  sql: Sql,
  rows: readonly Row[],
): Promise<(Row & { readonly personName: string | null })[]> {
  const tables = Object.keys(PEOPLE).filter((table) =>
    rows.some(({ tableName, rowId }) => tableName === table && UUID.test(rowId)),
  );
  const [first, ...others] = tables.map((table) => selectNames(sql, table, rows));
  const named =
    first === undefined
      ? []
      : await sql<NamedRow[]>`
          ${others.reduce((joined, select) => sql`${joined} union all ${select}`, first)}`;
  const names = new Map(named.map(({ tableName, rowId, name }) => [`${tableName} ${rowId}`, name]));
  return rows.map((row) => ({
    ...row,
    personName: names.get(`${row.tableName} ${row.rowId}`) || null,
  }));
}

/** Returns the page with the names of people. */
export const namePeople = async (sql: Sql, page: Page<AuditLogRow>) =>
  new Page(await addPersonNames(sql, page.items), page);

function selectNames(sql: Sql, table: string, rows: readonly LoggedRow[]): Fragment {
  const { name, join = "" } = PEOPLE[table]!;
  const ids = rows
    .filter(({ tableName, rowId }) => tableName === table && UUID.test(rowId))
    .map(({ rowId }) => rowId);
  return sql`
    select ${table}::text as "tableName", entry.id::text as "rowId", ${sql.unsafe(name)} as name
    from public.${sql(table)} as entry ${sql.unsafe(join)}
    where entry.id = any (string_to_array(${[...new Set(ids)].join(",")}, ',')::uuid[])`;
}
