import { describe, expect, test } from "vitest";
import { AUDITED_TABLES } from "../../functions/_shared/contracts/table-facts.ts";
import { createRecordRow, recordKinds } from "../records.ts";
import {
  addAdmin,
  addLogin,
  addVolunteer,
  runAs,
  catchSqlState,
  withRollback,
  server,
  sql,
  type Person,
  type Transaction,
} from "./connection.ts";

interface Entry {
  id: string;
  actorId: string | null;
  actorName: string;
  action: string;
  tableName: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

async function readNewestEntryId(tx: Transaction): Promise<string> {
  const [row] = await tx<{ id: string }[]>`select coalesce(max(id), 0) as id from public.audit_log`;
  return row?.id ?? "0";
}

const readEntriesSince = (tx: Transaction, id: string) => tx<Entry[]>`
  select id, actor_id as "actorId", actor_name as "actorName", action, table_name as "tableName", before, after
  from public.audit_log where id > ${id} order by id`;

async function listEntriesDuring(tx: Transaction, work: () => Promise<unknown>): Promise<Entry[]> {
  const lastEntryId = await readNewestEntryId(tx);
  await work();
  return readEntriesSince(tx, lastEntryId);
}

const write = (tx: Transaction, person: Person, statement: string) =>
  runAs(tx, person, (savepoint) => savepoint.unsafe(statement));

interface AuditedTable {
  readonly table: string;
  /** Columns that people may ask us to erase: names, addresses and what they wrote. */
  readonly erasableColumns: readonly string[];
  /** Whether administrators can change the table's rows directly, not only through the functions. */
  readonly isWritable: boolean;
}

/** The tables whose writes are recorded by a trigger, with the columns whose values aren't logged. */
const auditedTables = await sql<AuditedTable[]>`
  select relname as table,
    (
      select coalesce(jsonb_agg(known.name order by attnum), '[]')
      from private.columns as known join pg_attribute on attrelid = tgrelid and attname = known.name
      where not is_logged and table_name = relname
    ) as "erasableColumns",
    has_any_column_privilege('authenticated', tgrelid, 'update') as "isWritable"
  from pg_trigger join pg_class on pg_class.oid = tgrelid
  where tgname = 'write_audit' order by relname`;

/** SQL expressions for a value that differs from the stored one (`$`), by column type. */
const CHANGE_EXPRESSIONS: Readonly<Record<string, string>> = {
  boolean: "not $",
  integer: "$ + 1",
  numeric: "$ + 1",
  text: "$ || '-too'",
};

/** Changes the first column that accepts another value. Returns whether there is such a column. */
async function changeRow(tx: Transaction, person: Person, table: string): Promise<boolean> {
  const columns = await tx<{ name: string; type: string }[]>`
    select column_name as name, data_type as type
    from information_schema.columns join information_schema.column_privileges
      using (table_schema, table_name, column_name)
    where table_schema = 'public' and table_name = ${table} and grantee = 'authenticated'
      and privilege_type = 'UPDATE' and data_type in ${tx(Object.keys(CHANGE_EXPRESSIONS))}
    order by ordinal_position`;
  for (const { name, type } of columns) {
    const newValue = CHANGE_EXPRESSIONS[type]?.replace("$", `"${name}"`);
    const statement = `update public.${table} set "${name}" = ${newValue}
      where ctid = (select ctid from public.${table} where "${name}" is not null limit 1) returning id`;
    const rows: unknown[] = [];
    const code = await catchSqlState(
      write(tx, person, statement).then((found) => rows.push(...found)),
    );
    if (code === undefined && rows.length > 0) return true;
  }
  return false;
}

const [samplePost] = await sql<{ id: string }[]>`select id from public.blog_posts limit 1`;

/** Rows to add to tables that don't have the usual endpoints. */
const ROWS_TO_ADD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // Changing a draft isn't logged again within a session.
  blog_post_drafts: { session: "S" },
  preview_links: { post_id: samplePost!.id },
};

/** Adds a row or, if administrators can't add any, changes one. */
async function writeOnce(tx: Transaction, person: Person, table: string): Promise<string> {
  const kind = recordKinds.find((recordKind) => recordKind.table === table);
  const row = ROWS_TO_ADD[table] ?? (kind && createRecordRow(kind));
  if (row) {
    await runAs(
      tx,
      person,
      (savepoint) => savepoint`insert into ${savepoint(`public.${table}`)} ${savepoint(row)}`,
    );
    return "insert";
  }
  expect(await changeRow(tx, person, table), "supabase/seed.sql has no row to change").toBe(true);
  return "update";
}

const canaryValues: Record<string, unknown> = {
  email: "canary@example.org",
  recipient_email: "canary@example.org",
  to_email: "canary@example.org",
  data: { name: "Canary" },
  merged_email: "canary@example.org",
  kept_before: { first_name: "Canary" },
  kept_after: { first_name: "Canary" },
  tags: ["Canary"],
  former_emails: ["canary@example.org"],
};
const [volunteer] = await sql<{ id: string; account: string }[]>`
  select id, account_id as account from public.volunteers where account_id is not null limit 1`;
const waiver = { volunteer_id: volunteer!.id, kind: "waiver", completed_on: "2026-11-03" };
const [otherVolunteer] = await sql<{ id: string }[]>`
  select id from public.volunteers where id <> ${volunteer!.id} limit 1`;
const [account] = await sql<{ id: string }[]>`select id from public.volunteer_accounts limit 1`;
const [donor, otherDonor] = await sql<{ id: string }[]>`select id from public.donors limit 2`;
const [donation] = await sql<{ id: string }[]>`
  select id from public.donations where id not in (select donation_id from public.tributes) limit 1`;
const requiredColumns: Record<string, (personId: string) => Record<string, string>> = {
  volunteer_applications: () => ({ availability: "flexible" }),
  volunteer_accounts: (personId) => ({ id: personId }),
  volunteer_highlights: () => ({ volunteer_id: account!.id }),
  email_outbox: () => ({ template_name: "T" }),
  donor_merges: () => ({
    kept_id: donor!.id,
    merged_id: otherDonor!.id,
    choices: "{}",
    donation_count: "0",
    merged_by: "admin",
  }),
  volunteer_qualifications: () => waiver,
  volunteer_merges: () => ({
    kept_id: volunteer!.id,
    merged_id: otherVolunteer!.id,
    choices: "{}",
    registration_count: "0",
    merged_by: "admin",
  }),
  former_donor_details: () => ({ donor_id: donor!.id, field: "phone", replaced_by: "admin" }),
  noncash_donations: () => ({
    donor_id: donor!.id,
    kind: "goods",
    received_on: "2026-11-03",
    voided_at: "2026-11-04T12:00:00Z",
  }),
  imports: () => ({
    kind: "donations",
    source: "canaries",
    file_hash: "e".repeat(64),
    headings: [] as never,
    mapping: {} as never,
    row_count: "1",
    is_demo: "true",
  }),
  donations: () => ({ amount: "5", method: "check", status: "completed" }),
  subscriptions: () => ({
    amount: "5",
    canceled_by: "admin",
    cancel_requested_at: "2026-11-04T12:00:00Z",
  }),
  tributes: () => ({ donation_id: donation!.id, send_on: "2026-11-03" }),
};
/** A card goes to an email or a postal address, never to both. */
const emptyColumns: Record<string, string> = { tributes: "recipient_address" };
/** The columns to change in tables where changing the first one isn't logged or isn't valid. */
const changedColumns: Record<string, string> = {
  subscriptions: "cancel_reason",
  tributes: "recipient_email",
};

/** Returns a row with text in every column that people may ask us to erase. */
function createErasableRow(
  { table, erasableColumns }: AuditedTable,
  personId: string,
): Record<string, string> {
  const kind = recordKinds.find((recordKind) => recordKind.table === table);
  const completeRow: Record<string, unknown> = kind
    ? createRecordRow(kind, { word: "Canary", includesOptionalFields: true })
    : canaryValues;
  const texts = erasableColumns
    .filter((column) => column !== emptyColumns[table])
    .map((column) => [column, completeRow[column] ?? "Canary"] as const);
  return {
    ...(kind ? createRecordRow(kind) : requiredColumns[table]?.(personId)),
    ...Object.fromEntries(texts),
  } as Record<string, string>;
}

describe("threat 41: the audit log covers every administrator write", () => {
  // Attendance isn't tested here, because it depends on the event. audited-writes.ts covers it.
  const writableTables = auditedTables.filter(
    ({ table, isWritable }) => isWritable && table !== "volunteer_event_registrations",
  );

  test.for(writableTables)("one write to $table adds one entry", async ({ table }) => {
    await withRollback(async (tx) => {
      const admin = await addAdmin(tx);
      const lastEntryId = await readNewestEntryId(tx);
      const action = await writeOnce(tx, admin, table);
      const entries = await readEntriesSince(tx, lastEntryId);
      expect(entries).toHaveLength(1);
      expect(entries[0]).toMatchObject({
        actorId: admin.id,
        actorName: `admin-${admin.id.slice(0, 8)}`,
        action,
        tableName: table,
      });
    });
  });

  test("every table an administrator may write is audited", async () => {
    const unauditedTables = await sql<{ name: string }[]>`
      select distinct relname as name
      from pg_class, unnest(array['insert', 'update', 'delete']) as privilege
      where relnamespace = 'public'::regnamespace and relkind = 'r'
        and case privilege
          when 'delete' then has_table_privilege('authenticated', oid, 'delete')
          else has_any_column_privilege('authenticated', oid, privilege)
        end
        and not exists (select 1 from pg_trigger where tgrelid = pg_class.oid and tgname = 'write_audit')`;
    expect(unauditedTables.map(({ name }) => name)).toEqual([]);
  });

  test("administrators can filter the log by every audited table", () => {
    expect(
      AUDITED_TABLES,
      "a table has a write_audit trigger if, and only if, its description says audited => true",
    ).toEqual(auditedTables.map(({ table }) => table).toSorted());
  });

  test("an entry keeps the row before and after the change, and each changed row has its own entry", async () => {
    await withRollback(async (tx) => {
      const admin = await addAdmin(tx);
      await tx`delete from public.about_items`;
      await write(
        tx,
        admin,
        "insert into public.about_items (title, description) values ('A', 'D'), ('B', 'D'), ('C', 'D')",
      );
      const updateEntries = await listEntriesDuring(tx, () =>
        write(tx, admin, "update public.about_items set description = 'E'"),
      );
      expect(updateEntries).toHaveLength(3);
      expect(updateEntries[0]?.before?.["description"]).toBe("D");
      expect(updateEntries[0]?.after?.["description"]).toBe("E");
      const deleteEntries = await listEntriesDuring(tx, () =>
        write(tx, admin, "delete from public.about_items"),
      );
      expect(deleteEntries.map(({ action, after }) => [action, after])).toEqual(
        Array.from({ length: 3 }, () => ["delete", null]),
      );
    });
  });

  test("a rolled-back write doesn't leave an entry", async () => {
    await withRollback(async (tx) => {
      const admin = await addAdmin(tx);
      const entries = await listEntriesDuring(tx, () =>
        tx
          .savepoint(async (savepoint) => {
            await writeOnce(savepoint, admin, "about_items");
            throw new Error("changed their mind");
          })
          .catch(() => undefined),
      );
      expect(entries).toEqual([]);
    });
  });

  test("the log leaves out counters and logins", async () => {
    await withRollback(async (tx) => {
      const volunteer = await addVolunteer(tx);
      const entries = await listEntriesDuring(tx, async () => {
        await write(tx, server, `select private.record_volunteer_login('${volunteer.id}')`);
        await tx`update public.events set registered_volunteers = registered_volunteers`;
      });
      expect(entries).toEqual([]);
    });
  });

  test("administrators can read the log, and no one can update or delete it, not even its owner", async () => {
    await withRollback(async (tx) => {
      const admin = await addAdmin(tx);
      const entryRows = await runAs(
        tx,
        admin,
        (savepoint) => savepoint`select 1 from public.audit_log limit 1`,
      );
      expect(entryRows).toHaveLength(1);
      for (const person of [admin, server]) {
        for (const statement of [
          "update public.audit_log set actor_name = 'nobody'",
          "delete from public.audit_log",
          "truncate public.audit_log",
          "insert into public.audit_log (actor_name, action, table_name, row_id) values ('x', 'insert', 't', 'r')",
        ]) {
          expect(await catchSqlState(write(tx, person, statement)), statement).toBe("42501");
        }
      }
      for (const statement of [
        "update public.audit_log set actor_name = 'nobody'",
        "delete from public.audit_log",
        "truncate public.audit_log",
      ]) {
        const code = await catchSqlState(tx.savepoint((savepoint) => savepoint.unsafe(statement)));
        expect(code, statement).toBe("CP012");
      }
    });
  });
});

describe("threat 48: personal data in the audit log", () => {
  test("is recorded only as a note that the column had a value", async () => {
    await withRollback(async (tx) => {
      const lastEntryId = await readNewestEntryId(tx);
      const person = await addLogin(tx);
      await tx`select set_config('request.jwt.claim.sub', ${person.id}, true)`;
      const tables = auditedTables.filter(({ erasableColumns }) => erasableColumns.length > 0);
      expect(tables.length).toBeGreaterThan(8);
      const erasableValues = new Set<unknown>();
      for (const auditedTable of tables) {
        const name = tx(`public.${auditedTable.table}`);
        const row = createErasableRow(auditedTable, person.id);
        const changedColumn =
          changedColumns[auditedTable.table] ?? auditedTable.erasableColumns[0] ?? "";
        const value = row[changedColumn] ?? "";
        const otherValue = `${value}.changed`;
        for (const column of Object.keys(row)) {
          if (auditedTable.erasableColumns.includes(column)) erasableValues.add(row[column]);
        }
        await tx`insert into ${name} ${tx(row)}`;
        await tx`update ${name} set ${tx(changedColumn)} = ${otherValue} where ${tx(changedColumn)} = ${value}`;
        await tx`delete from ${name} where ${tx(changedColumn)} = ${otherValue}`;
      }
      const entries = await readEntriesSince(tx, lastEntryId);
      for (const { table, erasableColumns } of tables) {
        const tableEntries = entries.filter(({ tableName }) => tableName === table);
        // Administrators don't create or delete rows of these tables, so only changes are recorded.
        const isCreatedElsewhere =
          "email_outbox donations donors former_donor_details noncash_donations subscriptions tributes"
            .split(" ")
            .includes(table);
        const isNeverDeleted = table === "donor_merges" || table === "volunteer_merges";
        const expectedCount = isCreatedElsewhere ? 1 : isNeverDeleted ? 2 : 3;
        expect(tableEntries.length, table).toBeGreaterThanOrEqual(expectedCount);
        for (const { before, after } of tableEntries) {
          const loggedFields = Object.entries(after ?? before ?? {});
          const erasedColumns = loggedFields
            .filter(([, value]) => value === "erased")
            .map(([column]) => column);
          const filledColumns = erasableColumns.filter((column) => column !== emptyColumns[table]);
          expect(erasedColumns.toSorted(), table).toEqual(filledColumns.toSorted());
          expect(
            loggedFields.filter(([, value]) => erasableValues.has(value)),
            table,
          ).toEqual([]);
        }
      }
      expect(JSON.stringify(entries)).not.toMatch(/canary/i);
    });
  });
});
