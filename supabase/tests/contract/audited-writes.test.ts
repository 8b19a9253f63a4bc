import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getWritePath, sendAs, unloggedWrites, writes } from "./audited-writes.ts";
import { readSingleRows, restoreRows } from "./restore-rows.ts";
import { logins } from "../demo-logins.ts";
import {
  clearRateLimits,
  endpoints,
  fingerprint,
  readLastEntryId,
  type LoggedInPerson,
  signIn,
  signInAdmin,
  sql,
} from "./stack.ts";

const adminWrites = endpoints.filter(
  ([, { method, access }]) =>
    method !== "GET" &&
    ["admin", "volunteer-or-admin", "unconfirmed-admin", "unenrolled-or-admin"].includes(access),
);

let originalRows: ReadonlyMap<string, object>;
let admin: LoggedInPerson;
let volunteer: LoggedInPerson;
beforeAll(async () => {
  admin = await signInAdmin();
  volunteer = await signIn(logins.volunteer.email, logins.volunteer.password);
  originalRows = await readSingleRows();
});
beforeEach(() => clearRateLimits());
afterAll(() => restoreRows(originalRows));

interface AuditedTable {
  readonly table: string;
  /** Columns that may change without an audit entry. */
  readonly ignoredColumns: string[];
  readonly actions: string[];
}

/** Reads the audit triggers and the actions they log. Some tables have a separate trigger for some actions. */
const readAuditedTables = () => sql<AuditedTable[]>`
  select relname as table,
    to_jsonb(max(case when tgnargs = 0 then '{}' else split_part(encode(tgargs, 'escape'), '\\000', 1) end)::text[]) as "ignoredColumns",
    to_jsonb(array_remove(array[
      case when bool_or(tgtype::integer & 4 > 0) then 'insert' end,
      case when bool_or(tgtype::integer & 16 > 0) then 'update' end,
      case when bool_or(tgtype::integer & 8 > 0) then 'delete' end
    ], null)) as actions
  from pg_trigger join pg_class on pg_class.oid = tgrelid
  where tgname in ('write_audit', 'write_audit_of_change', 'write_audit_of_new_donor')
  group by relname`;

interface Row {
  readonly hash: string;
  /** The transaction that wrote the row. */
  readonly transaction: string;
}
type Rows = ReadonlyMap<string, Row>;

/** The latest hash of each row. */
const knownRows = new Map<string, Row>();

async function hashOneTable({ table, ignoredColumns }: AuditedTable): Promise<[string, Row][]> {
  const rows = await sql<{ id: string; transaction: string }[]>`
    select id::text, xmin::text as transaction from ${sql(`public.${table}`)}`;
  const createRowKey = (id: string) => `${table} ${id}`;
  const writtenIds = rows
    .filter(({ id, transaction }) => knownRows.get(createRowKey(id))?.transaction !== transaction)
    .map(({ id }) => id);
  if (writtenIds.length > 0) {
    const writtenRows = await sql<({ id: string } & Row)[]>`
      select id::text, xmin::text as transaction,
        md5((to_jsonb(row) - ${sql.array([...ignoredColumns, "updated_at", "search_text"])}::text[])::text) as hash
      from ${sql(`public.${table}`)} as row where id::text in ${sql(writtenIds)}`;
    for (const { id, ...row } of writtenRows) knownRows.set(createRowKey(id), row);
  }
  return rows.map(({ id }) => [createRowKey(id), knownRows.get(createRowKey(id))!]);
}

/** Returns a hash of every row of the audited tables, by table and id. Only rows written since the last call are hashed. */
const hashRows = async (tables: readonly AuditedTable[]): Promise<Rows> =>
  new Map((await Promise.all(tables.map(hashOneTable))).flat());

interface AuditEntry {
  readonly id: string;
  readonly change: string;
  readonly name: string;
  readonly actor: string | null;
  readonly actorName: string;
  readonly before: object | null;
  readonly after: object | null;
  readonly transaction: string;
}

const readEntriesSince = (id: string) => sql<AuditEntry[]>`
  select id, action || ' ' || table_name as change, table_name || ' ' || row_id as name, actor_id as actor,
    actor_name as "actorName", before, after, xmin::text as transaction
  from public.audit_log where id > ${id} order by id`;

const findAction = (before: unknown, after: unknown) => {
  if (before === undefined) return "insert";
  return after === undefined ? "delete" : "update";
};

/** Returns the changes between two snapshots of the rows, without consulting the audit log. */
function findChanges(tables: readonly AuditedTable[], before: Rows, after: Rows): string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name)?.hash !== after.get(name)?.hash)
    .map((name) => `${findAction(before.get(name), after.get(name))} ${name}`)
    .filter((change) => {
      const [action = "", table] = change.split(" ");
      return tables.find((auditedTable) => auditedTable.table === table)?.actions.includes(action);
    })
    .toSorted();
}

it("threat 41: every administrator write is tested here or declares why it has no audit entry", () => {
  const coveredNames = new Set([...Object.keys(writes), ...Object.keys(unloggedWrites)]);
  expect(
    adminWrites.map(([name]) => name).filter((name) => !coveredNames.has(name)),
    "Add their audit entries to `writes` in audited-writes.ts",
  ).toEqual([]);
  expect(adminWrites.length).toBeGreaterThan(40);
});

describe.each(adminWrites.filter(([name]) => writes[name] !== undefined))(
  "threat 41: %s",
  (name, endpoint) => {
    const write = writes[name]!;
    const prepareRequest = async () => {
      const id = (await write.createRow?.()) ?? "";
      const path = getWritePath(endpoint, write, id);
      return { path, body: await write.body?.(admin.token, id) };
    };

    it("writes one audit entry per changed row in the same transaction", async () => {
      const tables = await readAuditedTables();
      const { path, body } = await prepareRequest();
      const [before, lastIdBefore] = [await hashRows(tables), await readLastEntryId()];
      const { status, text } = await sendAs(endpoint.method, path, body, admin.token);
      expect(status, text).toBe(endpoint.status ?? 200);
      const [after, newEntries] = [await hashRows(tables), await readEntriesSince(lastIdBefore)];

      expect(newEntries.map(({ change }) => change).toSorted()).toEqual(write.auditEntries);
      const loggedChanges = newEntries
        .map(({ change, name: rowName }) => `${change.split(" ")[0]} ${rowName}`)
        .toSorted();
      expect(loggedChanges).toEqual(findChanges(tables, before, after));
      for (const auditEntry of newEntries) {
        expect([auditEntry.actor, auditEntry.actorName]).toEqual([admin.id, "admin"]);
        expect(auditEntry.before === null, auditEntry.change).toBe(
          auditEntry.change.startsWith("insert"),
        );
        expect(auditEntry.after === null, auditEntry.change).toBe(
          auditEntry.change.startsWith("delete"),
        );
        const transaction = after.get(auditEntry.name)?.transaction ?? newEntries[0]!.transaction;
        expect(auditEntry.transaction, auditEntry.change).toBe(transaction);
      }
    });

    it("changes nothing and doesn't write an entry when refused", async () => {
      const { path, body } = await prepareRequest();
      const before = await fingerprint();
      expect((await sendAs(endpoint.method, path, body, volunteer.token)).status).toBe(403);
      expect(await fingerprint()).toBe(before);
    });
  },
);
