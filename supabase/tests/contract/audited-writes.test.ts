import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { handlers } from "../../functions/api/routes.ts";
import { restoreRows, sendAs, unloggedWrites, writes } from "./audited-writes.ts";
import {
  clearRateLimits,
  entries,
  fingerprint,
  logins,
  requestPath,
  type LoggedInPerson,
  signIn,
  signInAdmin,
  sql,
} from "./stack.ts";

const adminWrites = entries.filter(
  ([name, { method, access }]) =>
    method !== "GET" &&
    ["admin", "volunteer-or-admin", "unconfirmed-admin"].includes(access) &&
    handlers[name] !== undefined,
);

/** Tables with a single row. Tests update it instead of adding one. */
const singletons = ["settings", "contact_info", "hero_section", "impact_stats"];
const originalRows = new Map<string, object>();
let admin: LoggedInPerson;
let volunteer: LoggedInPerson;
beforeAll(async () => {
  admin = await signInAdmin();
  volunteer = await signIn(logins.volunteer.email, logins.volunteer.password);
  for (const table of singletons) {
    const [row] =
      await sql`select to_jsonb(row) - 'updated_at' - 'last_updated' - 'singleton' as row from ${sql(`public.${table}`)} as row`;
    if (row) originalRows.set(table, row["row"] as object);
  }
  for (const [table, where] of [
    ["legal_content", sql`key = 'terms_policy'`],
    ["care_package_goals", sql`is_active`],
    ["section_content", sql`section = 'about'`],
  ] as const) {
    const [row] =
      await sql`select to_jsonb(row) - 'updated_at' - 'created_at' as row from ${sql(`public.${table}`)} as row where ${where}`;
    if (row) originalRows.set(table, row["row"] as object);
  }
});
beforeEach(() => clearRateLimits());
afterAll(() => restoreRows(originalRows));

interface AuditedTable {
  readonly table: string;
  /** Columns that may change without an audit entry. */
  readonly ignoredColumns: string[];
  readonly actions: string[];
}

/** Reads the audit triggers and the actions they log. */
const readAuditedTables = () => sql<AuditedTable[]>`
  select relname as table,
    to_jsonb(case when tgnargs = 0 then '{}' else split_part(encode(tgargs, 'escape'), '\\000', 1) end::text[]) as "ignoredColumns",
    to_jsonb(array_remove(array[
      case when tgtype::integer & 4 > 0 then 'insert' end,
      case when tgtype::integer & 16 > 0 then 'update' end,
      case when tgtype::integer & 8 > 0 then 'delete' end
    ], null)) as actions
  from pg_trigger join pg_class on pg_class.oid = tgrelid
  where tgname = 'write_audit'`;

type Rows = ReadonlyMap<string, { readonly hash: string; readonly transaction: string }>;

/** Returns a hash of every row of the audited tables, by table and id, with the transaction that wrote it. */
async function rowsOf(tables: readonly AuditedTable[]): Promise<Rows> {
  const rows = await Promise.all(
    tables.map(
      ({ table, ignoredColumns }) => sql<{ name: string; hash: string; transaction: string }[]>`
        select ${table} || ' ' || id as name, xmin::text as transaction,
          md5((to_jsonb(row) - ${sql.array([...ignoredColumns, "updated_at", "search_text"])}::text[])::text) as hash
        from ${sql(`public.${table}`)} as row`,
    ),
  );
  return new Map(rows.flat().map(({ name, ...row }) => [name, row]));
}

interface Entry {
  readonly id: string;
  readonly change: string;
  readonly name: string;
  readonly actor: string | null;
  readonly actorName: string;
  readonly before: object | null;
  readonly after: object | null;
  readonly transaction: string;
}

const lastEntryId = async () => {
  const [row] = await sql<
    { id: string }[]
  >`select coalesce(max(id), 0) as id from public.audit_log`;
  return row!.id;
};
const entriesSince = (id: string) => sql<Entry[]>`
  select id, action || ' ' || table_name as change, table_name || ' ' || row_id as name, actor_id as actor,
    actor_name as "actorName", before, after, xmin::text as transaction
  from public.audit_log where id > ${id} order by id`;

const actionOf = (before: unknown, after: unknown) => {
  if (before === undefined) return "insert";
  return after === undefined ? "delete" : "update";
};

/** Returns the changes between two snapshots of the rows, without consulting the audit log. */
function changesOf(tables: readonly AuditedTable[], before: Rows, after: Rows): string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name)?.hash !== after.get(name)?.hash)
    .map((name) => `${actionOf(before.get(name), after.get(name))} ${name}`)
    .filter((change) => {
      const [action = "", table] = change.split(" ");
      return tables.find((entry) => entry.table === table)?.actions.includes(action);
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
  (name, entry) => {
    const write = writes[name]!;
    const prepareRequest = async () => {
      const id = (await write.id?.()) ?? "";
      const path = requestPath(entry, { id, ...(write.key ? { key: write.key } : {}) });
      return { path, body: await write.body?.(admin.token, id) };
    };

    it("writes one audit entry per changed row in the same transaction", async () => {
      const tables = await readAuditedTables();
      const { path, body } = await prepareRequest();
      const [before, lastIdBefore] = [await rowsOf(tables), await lastEntryId()];
      const { status, text } = await sendAs(entry.method, path, body, admin.token);
      expect(status, text).toBe(entry.status ?? 200);
      const [after, newEntries] = [await rowsOf(tables), await entriesSince(lastIdBefore)];

      expect(newEntries.map(({ change }) => change).toSorted()).toEqual(write.auditEntries);
      const rows = newEntries
        .map(({ change, name: row }) => `${change.split(" ")[0]} ${row}`)
        .toSorted();
      expect(rows).toEqual(changesOf(tables, before, after));
      for (const row of newEntries) {
        expect([row.actor, row.actorName]).toEqual([admin.id, "admin"]);
        expect(row.before === null, row.change).toBe(row.change.startsWith("insert"));
        expect(row.after === null, row.change).toBe(row.change.startsWith("delete"));
        const transaction = after.get(row.name)?.transaction ?? newEntries[0]!.transaction;
        expect(row.transaction, row.change).toBe(transaction);
      }
    });

    it("changes nothing and doesn't write an entry when refused", async () => {
      const { path, body } = await prepareRequest();
      const before = await fingerprint();
      expect((await sendAs(entry.method, path, body, volunteer.token)).status).toBe(403);
      expect(await fingerprint()).toBe(before);
    });
  },
);
