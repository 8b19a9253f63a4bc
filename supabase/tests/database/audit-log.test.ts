import { describe, expect, test } from "vitest";
import { AUDITED_TABLES } from "../../functions/_shared/contracts/table-facts.ts";
import type { SampleRow, SampleTable } from "../sample-rows.ts";
import { createSampleSet, getKey } from "../sample-set.ts";
import { formatPermittedInsert, readColumnFacts } from "./column-facts.ts";
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
  readonly table: SampleTable;
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

/** Returns a write that adds a row or, if administrators can't add any, changes one. */
async function prepareWrite(tx: Transaction, person: Person, table: SampleTable) {
  const facts = await readColumnFacts(tx, table);
  await createSampleSet(tx).add(table);
  const insert = await formatPermittedInsert(createSampleSet(tx), table, facts);
  return async () => {
    const code = await catchSqlState(write(tx, person, insert));
    if (code === undefined) return "insert";
    expect([table, code, await changeRow(tx, person, table)]).toEqual([
      table,
      facts.insertable.length === 0 ? "42501" : "23505",
      true,
    ]);
    return "update";
  };
}

/** Online donations and their changes aren't an administrator's. */
const auditedValues: Partial<Record<SampleTable, SampleRow>> = {
  donations: { method: "check", stripe_payment_intent_id: null },
};
/** A card goes to an email or a postal address, never to both. */
const emptyColumns: Record<string, string> = { tributes: "recipient_address" };
/** The columns to change in tables where changing the first one isn't logged or isn't valid. */
const changedColumns: Record<string, string> = {
  subscriptions: "cancel_reason",
  tributes: "recipient_email",
};

describe("threat 41: the audit log covers every administrator write", () => {
  // Attendance isn't tested here, because it depends on the event. audited-writes.ts covers it.
  const writableTables = auditedTables.filter(
    ({ table, isWritable }) => isWritable && table !== "volunteer_event_registrations",
  );

  test.for(writableTables)("one write to $table adds one entry", async ({ table }) => {
    await withRollback(async (tx) => {
      const admin = await addAdmin(tx);
      const writeOnce = await prepareWrite(tx, admin, table);
      let action = "";
      const allEntries = await listEntriesDuring(tx, async () => {
        action = await writeOnce();
      });
      // Disabling a login also takes the person off shifts, and each of those has an entry of its own.
      const entries = allEntries.filter(
        ({ tableName }) => tableName === table || table !== "volunteer_accounts",
      );
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
            await (
              await prepareWrite(savepoint, admin, "about_items")
            )();
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
      const erasableValues = new Set<string>();
      const erasableWords: string[] = [];
      const keys = new Map<string, unknown>();
      for (const { table, erasableColumns } of tables) {
        const set = createSampleSet(tx);
        const row = await set.addAnother(table, auditedValues[table] ?? {});
        keys.set(table, getKey(row));
        const values = erasableColumns.map((column) => JSON.stringify(row[column]));
        // Any row may have `null` or `[]`.
        for (const value of values) if (value.length > 4) erasableValues.add(value);
        erasableWords.push(...set.words.filter((word) => values.join(" ").includes(word)));
        const changedColumn = tx(changedColumns[table] ?? erasableColumns[0]!);
        await tx`update ${tx(table)} set ${changedColumn} = ${changedColumn} || '.changed' where id = ${getKey(row)}`;
        // The other rows need the settings, such as the time zone.
        if (table !== "settings") await tx`delete from ${tx(table)} where id = ${getKey(row)}`;
      }
      const entries = await readEntriesSince(tx, lastEntryId);
      for (const { table, erasableColumns } of tables) {
        // Other rows, such as a donor whom a merge hides, may leave columns empty.
        const tableEntries = entries.filter(
          ({ tableName, before, after }) =>
            tableName === table && (after ?? before)?.["id"] === keys.get(table),
        );
        // Administrators don't create or delete rows of these tables, so only changes are recorded.
        const isCreatedElsewhere =
          "email_outbox donations former_donor_details noncash_donations subscriptions tributes"
            .split(" ")
            .includes(table);
        const isNeverDeleted = "donor_merges donors settings volunteer_merges"
          .split(" ")
          .includes(table);
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
            loggedFields.filter(([, value]) => erasableValues.has(JSON.stringify(value))),
            table,
          ).toEqual([]);
        }
      }
      const text = JSON.stringify(entries);
      expect(erasableWords.length).toBeGreaterThan(50);
      expect(erasableWords.filter((word) => text.includes(word))).toEqual([]);
    });
  });
});
