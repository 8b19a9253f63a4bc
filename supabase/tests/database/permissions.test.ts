import { describe, expect, test } from "vitest";
import { addFactor, withRollback, sql } from "./connection.ts";
import { matrix } from "./matrix.ts";
import {
  commands,
  getDeclaredTags,
  measureRights,
  createAttemptFunction,
  getMeasuredTags,
  tableAccess,
} from "./measure.ts";
import { addPeopleOnce } from "./people.ts";

/** The kinds of administrators, with and without areas. */
const adminKinds = [
  "admin",
  "givingAdmin",
  "volunteersAdmin",
  "contentAdmin",
  "settingsAdmin",
  "adminWithoutArea",
] as const;

const people = addPeopleOnce();

describe("threat 1, threat 3, threat 9, threat 10: the permission matrix", () => {
  test("every table and view of the schema is in the matrix", async () => {
    const tables = await sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p')`;
    const declaredTables = new Set(matrix.map(({ table }) => table));
    expect(
      tables.map(({ name }) => `public.${name}`).filter((name) => !declaredTables.has(name)),
      "supabase/tests/sample-rows.ts needs a row of these",
    ).toEqual([]);
  });

  test.for(matrix)("$table has the declared rights", async (rights) => {
    const { trial, measuredRights } = await withRollback(async (tx) => {
      await createAttemptFunction(tx);
      const trial = await rights.prepare(tx, people());
      return { trial, measuredRights: await measureRights(tx, people(), trial) };
    });
    for (const command of commands) {
      expect(getMeasuredTags(measuredRights, command), command).toEqual(
        getDeclaredTags(rights, command, trial),
      );
    }
    // Every failure must be a refusal, not an error in the statement.
    const codes = new Set(
      [...measuredRights.values()].filter((outcome) => outcome.startsWith("!")),
    );
    expect([...codes].filter((code) => !["!42501", "!23505"].includes(code))).toEqual([]);
  });

  test.for(matrix)(
    "threat 46: while two-step login is required, $table is open only to administrators who passed it",
    async (rights) => {
      await withRollback(async (tx) => {
        await createAttemptFunction(tx);
        const trial = await rights.prepare(tx, people());
        await tx`update public.settings set requires_second_factor = true`;
        const before = await measureRights(tx, people(), trial, {
          onlyActors: [...adminKinds, "unconfirmedAdmin"],
        });
        for (const command of commands) {
          const { unconfirmedAdmin, ...otherTags } = getMeasuredTags(before, command);
          for (const actor of adminKinds) {
            const ownRowTag = rights.table === "public.users" && actor === "admin" && "admin";
            const expected = (command === "select" && ownRowTag) || unconfirmedAdmin;
            expect([command, actor, otherTags[actor]]).toEqual([command, actor, expected]);
          }
        }
        const confirmed = { ...people() };
        for (const actor of adminKinds) {
          await addFactor(tx, confirmed[actor], "verified");
          confirmed[actor] = { ...confirmed[actor], aal: "aal2" };
        }
        const sessionIds = adminKinds.map((actor) => confirmed[actor].sessionId);
        await tx`update auth.sessions set aal = 'aal2' where id in ${tx(sessionIds)}`;
        const after = await measureRights(tx, confirmed, trial);
        for (const command of commands) {
          expect(getMeasuredTags(after, command), command).toEqual(
            getDeclaredTags(rights, command, trial),
          );
        }
      });
    },
  );

  /**
   * The tables that people other than administrators may write directly; the functions write everything else
   * (docs/architecture.md, Data).
   */
  const tablesWrittenByOthers = [
    "public.hour_entries",
    "public.shift_waitlist",
    "public.volunteer_event_registrations",
    "public.volunteer_highlights",
  ];

  test("threat 3: people other than administrators can write only the listed tables", () => {
    const writableTables = [...tableAccess.values()].filter(
      ({ volunteersWrite }) => volunteersWrite.length > 0,
    );
    expect(writableTables.map(({ name }) => name).toSorted()).toEqual(tablesWrittenByOthers);
  });

  test("threat 3: visitors have no write grant on any table or column", async () => {
    const grants = await sql<{ name: string }[]>`
      select distinct table_schema || '.' || table_name || ' ' || privilege_type as name
      from information_schema.column_privileges
      where grantee in ('anon', 'PUBLIC') and table_schema in ('public', 'private')
        and privilege_type <> 'SELECT'
      union all
      select table_schema || '.' || table_name || ' ' || privilege_type
      from information_schema.table_privileges
      where grantee in ('anon', 'PUBLIC') and table_schema in ('public', 'private')
        and privilege_type <> 'SELECT'`;
    expect(grants.map(({ name }) => name)).toEqual([]);
  });
});
