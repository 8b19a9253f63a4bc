import { describe, expect, test } from "vitest";
import { rolledBack, sql } from "./connection.ts";
import { matrix } from "./matrix.ts";
import { commands, declaredReach, measure, prepareAttempts, reachOf } from "./measure.ts";
import { addPeople } from "./people.ts";

describe("threats 1, 3, 9, 10: who may do what, tried for real", () => {
  test("every table and view of the schema is in the matrix", async () => {
    const tables = await sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p')`;
    const declared = new Set(matrix.map(({ table }) => table));
    expect(
      tables.map(({ name }) => `public.${name}`).filter((name) => !declared.has(name)),
    ).toEqual([]);
  });

  test.for(matrix)("$table", async (rights) => {
    const measured = await rolledBack(async (tx) => {
      await prepareAttempts(tx);
      const people = await addPeople(tx);
      return measure(tx, people, rights, await rights.rows(tx, people));
    });
    for (const command of commands) {
      expect(reachOf(measured, command), command).toEqual(declaredReach(rights, command));
    }
    // Whatever went wrong must be a refusal, not a mistake in the statement.
    const codes = new Set([...measured.values()].filter((outcome) => outcome.startsWith("!")));
    expect([...codes].filter((code) => !["!42501", "!23505"].includes(code))).toEqual([]);
  });
});
