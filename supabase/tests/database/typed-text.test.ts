import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import type { z } from "zod";
import type { EndpointDefinition } from "../../functions/_shared/contracts/endpoint.ts";
import { firstShapeOf } from "../samples.ts";
import { refusal, rolledBack, sql } from "./connection.ts";

/** Multi-line columns that the API writes under another name or not at all. */
const SEVERAL_LINES = new Set(["events.cancellation_reason", "volunteer_shifts.description"]);

/** U+0007 and U+0085 are control characters, the others change text direction. */
const UNWANTED_CHARACTERS =
  "\u0007\u0085\u007f\u202a\u202e\u2066\u2069\u200e\u200f\u061c\n\t\r".split("");

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

const columns = await sql<Column[]>`
  select distinct granted.table_name as table, granted.column_name as column, known.data_type as type
  from information_schema.column_privileges as granted
  join information_schema.columns as known using (table_schema, table_name, column_name)
  where granted.grantee = 'authenticated' and granted.table_schema = 'public'
    and granted.privilege_type in ('INSERT', 'UPDATE') and known.data_type in ('text', 'jsonb')
  order by 1, 2`;

/** Returns the calls of the contract that has the table's name. */
async function callsOf(table: string): Promise<readonly EndpointDefinition[]> {
  const file = path.resolve(
    `supabase/functions/_shared/contracts/${table.replaceAll("_", "-")}.ts`,
  );
  if (!existsSync(file)) return [];
  const contract = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  return Object.entries(contract).flatMap(([name, known]) =>
    name.endsWith("Endpoints") ? Object.values(known as Record<string, EndpointDefinition>) : [],
  );
}

const calls = new Map(
  await Promise.all(columns.map(async ({ table }) => [table, await callsOf(table)] as const)),
);

/** Returns the fields of the API that write the column, which can also be written through REST. */
const fieldsOf = ({ table, column }: Column): z.ZodType[] => {
  const name = column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return (calls.get(table) ?? []).flatMap(({ body }) => {
    const fields = firstShapeOf(body);
    return fields !== undefined && name in fields.shape ? [fields.shape[name] as z.ZodType] : [];
  });
};

/** Returns whether the API accepts the character in a field. */
function isTaken(column: Column, character: string): boolean {
  const isBreak = /[\n\r\t]/.test(character);
  const isControl = /\p{Cc}/u.test(character) && !isBreak;
  if (SEVERAL_LINES.has(`${column.table}.${column.column}`)) return !isControl;
  const text = `Letters${character} and packages for everybody`;
  return fieldsOf(column).some((field) => field.safeParse(text).success);
}

/** Returns the row's value, or a sample, with that character in the middle. */
const plantInto = ({ table, column, type }: Column, character: string) =>
  rolledBack(async (tx) => {
    const newValue =
      type === "jsonb"
        ? tx`${tx.json(column === "tags" ? [`a${character}b`] : [{ label: `a${character}b`, amount: 5 }])}`
        : tx`left(${tx(column)}, 3) || ${character} || substr(${tx(column)}, 4)`;
    const rows = tx`
      update public.${tx(table)} set ${tx(column)} = ${newValue}
      where ctid = (
        select ctid from public.${tx(table)} order by ${tx(column)} is null limit 1
      ) returning ${tx(column)} as value`;
    const code = await refusal(rows);
    return code ?? ((await rows)[0] as { value: unknown } | undefined)?.value ?? "no row";
  });

test("covers every text column that people may write over REST", () => {
  expect(columns.length).toBeGreaterThan(60);
  const unknown = [...calls].filter(
    ([table, known]) => known.length === 0 && !table.startsWith("volunteer_"),
  );
  expect(
    unknown.map(([table]) => table),
    "supabase/functions/_shared/contracts has no file with the table's name",
  ).toEqual([]);
});

test.for(columns.map((column) => ({ ...column })))(
  "$table.$column refuses the control characters that the API refuses",
  async (column) => {
    for (const character of UNWANTED_CHARACTERS) {
      if (isTaken(column, character)) continue;
      const outcome = await plantInto(column, character);
      // If no row has any text, evaluates the check constraint for a sample.
      const code =
        outcome === null || outcome === "no row"
          ? await evaluateConstraint(column, character)
          : outcome;
      expect([JSON.stringify(character), code]).toEqual([
        JSON.stringify(character),
        expect.stringMatching(/^(23514|22\w{3})$/),
      ]);
    }
  },
);

/** Evaluates the check constraint's expression for one value. */
async function evaluateConstraint({ table, column }: Column, character: string): Promise<string> {
  const checks = await sql<{ expression: string }[]>`
    select pg_get_expr(conbin, conrelid) as expression from pg_constraint
    where conrelid = ${`public.${table}`}::regclass and contype = 'c'
      and pg_get_expr(conbin, conrelid) ~ ${`\\m${column}\\M`}`;
  for (const { expression } of checks) {
    const [row] = await sql.unsafe<{ holds: boolean | null }[]>(
      `select ${expression} as holds from (select $1::text as "${column}") as alone`,
      [`Pac${character}king`],
    );
    if (row?.holds === false) return "23514";
  }
  return "taken";
}
