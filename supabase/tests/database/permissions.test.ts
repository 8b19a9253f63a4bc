import { describe, expect, test } from "vitest";
import { withRollback, sql } from "./connection.ts";
import { matrix } from "./matrix.ts";
import {
  commands,
  declaredReach,
  measureRights,
  createAttemptFunction,
  reachOf,
} from "./measure.ts";
import { addPeople } from "./people.ts";

describe("threat 1, threat 3, threat 9, threat 10: the permission matrix", () => {
  test("every table and view of the schema is in the matrix", async () => {
    const tables = await sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p')`;
    const declaredTables = new Set(matrix.map(({ table }) => table));
    expect(
      tables.map(({ name }) => `public.${name}`).filter((name) => !declaredTables.has(name)),
      "supabase/tests/database/matrix.ts needs who may do what with these",
    ).toEqual([]);
  });

  test.for(matrix)("$table has the declared rights", async (rights) => {
    const measuredRights = await withRollback(async (tx) => {
      await createAttemptFunction(tx);
      const people = await addPeople(tx);
      return measureRights(tx, people, rights, await rights.rows(tx, people));
    });
    for (const command of commands) {
      expect(reachOf(measuredRights, command), command).toEqual(declaredReach(rights, command));
    }
    // Every failure must be a refusal, not an error in the statement.
    const codes = new Set(
      [...measuredRights.values()].filter((outcome) => outcome.startsWith("!")),
    );
    expect([...codes].filter((code) => !["!42501", "!23505"].includes(code))).toEqual([]);
  });

  /**
   * The tables that people other than administrators may write directly; the functions write everything else
   * (docs/architecture.md, Data).
   */
  const tablesWrittenByOthers = [
    "public.volunteer_highlights",
    "public.volunteer_event_registrations",
    "public.shift_waitlist",
  ];

  test("threat 3: people other than administrators can write only the listed tables", () => {
    const isAdmin = (actor: string) => actor.endsWith("dmin");
    const writableTables = matrix.filter((rights) =>
      (["insert", "update", "delete"] as const).some((command) =>
        Object.entries(declaredReach(rights, command)).some(
          ([actor, tags]) => !isAdmin(actor) && tags.length > 0,
        ),
      ),
    );
    expect(writableTables.map(({ table }) => table)).toEqual(tablesWrittenByOthers);
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
