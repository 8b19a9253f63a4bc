import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import type { z } from "zod";
import type { EndpointDefinition } from "../../functions/_shared/contracts/endpoint.ts";
import { findObjectSchema } from "../samples.ts";
import { catchSqlState, withRollback, sql } from "./connection.ts";

/** Multi-line columns that the API writes under another name or not at all. */
const MULTI_LINE_COLUMNS = new Set(["events.cancellation_reason", "volunteer_shifts.description"]);

/** Control characters, and characters that change the direction of text. */
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

/** Returns the endpoints of the contract that has the table's name. */
async function findEndpoints(table: string): Promise<readonly EndpointDefinition[]> {
  const file = path.resolve(
    `supabase/functions/_shared/contracts/${table.replaceAll("_", "-")}.ts`,
  );
  if (!existsSync(file)) return [];
  const contractModule = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  return Object.entries(contractModule).flatMap(([name, exportedValue]) =>
    name.endsWith("Endpoints")
      ? Object.values(exportedValue as Record<string, EndpointDefinition>)
      : [],
  );
}

const endpointsByTable = new Map(
  await Promise.all(columns.map(async ({ table }) => [table, await findEndpoints(table)] as const)),
);

/** Returns the fields of the API that write the column, which can also be written through REST. */
const findFields = ({ table, column }: Column): z.ZodType[] => {
  const name = column.replaceAll(/_(\w)/g, (_, character: string) => character.toUpperCase());
  return (endpointsByTable.get(table) ?? []).flatMap(({ body }) => {
    const fields = findObjectSchema(body);
    return fields !== undefined && name in fields.shape ? [fields.shape[name] as z.ZodType] : [];
  });
};

/** Returns whether the API accepts the character in a field. */
function isAccepted(column: Column, character: string): boolean {
  const isWhitespace = /[\n\r\t]/.test(character);
  const isControl = /\p{Cc}/u.test(character) && !isWhitespace;
  if (MULTI_LINE_COLUMNS.has(`${column.table}.${column.column}`)) return !isControl;
  const keeps = (testedCharacter: string) =>
    findFields(column).some((field) => {
      const { data } = field.safeParse(`Letters${testedCharacter}and packages for everybody`);
      return typeof data === "string" && data.includes(testedCharacter);
    });
  // A changed direction can disguise a name, but not a text of several lines.
  return keeps(character) || (/\p{Bidi_Control}/u.test(character) && keeps("\n"));
}

/** Writes a value with that character in the middle, and returns the stored value or the SQLSTATE of the refusal. */
const writeCharacter = ({ table, column, type }: Column, character: string) =>
  withRollback(async (tx) => {
    const newValue =
      type === "jsonb"
        ? tx`${tx.json(column === "tags" ? [`a${character}b`] : [{ label: `a${character}b`, amount: 5 }])}`
        : tx`left(${tx(column)}, 3) || ${character} || substr(${tx(column)}, 4)`;
    const rows = tx`
      update public.${tx(table)} set ${tx(column)} = ${newValue}
      where ctid = (
        select ctid from public.${tx(table)} order by ${tx(column)} is null limit 1
      ) returning ${tx(column)} as value`;
    const code = await catchSqlState(rows);
    return code ?? ((await rows)[0] as { value: unknown } | undefined)?.value ?? "no row";
  });

test("every table whose text people may write over REST has a contract", () => {
  expect(columns.length).toBeGreaterThan(60);
  const tablesWithoutContract = [...endpointsByTable].filter(
    ([table, tableEndpoints]) => tableEndpoints.length === 0 && !table.startsWith("volunteer_"),
  );
  expect(
    tablesWithoutContract.map(([table]) => table),
    "supabase/functions/_shared/contracts has no file with the table's name",
  ).toEqual([]);
});

test.for(columns.map((column) => ({ ...column })))(
  "$table.$column refuses the control characters that the API takes out or refuses",
  async (column) => {
    for (const character of UNWANTED_CHARACTERS) {
      if (isAccepted(column, character)) continue;
      const outcome = await writeCharacter(column, character);
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

/** Evaluates the expressions of the column's own check constraints for one value. */
async function evaluateConstraint(
  { table, column, type }: Column,
  character: string,
): Promise<string> {
  const checks = await sql<{ expression: string }[]>`
    select pg_get_expr(conbin, conrelid) as expression from pg_constraint
    where conrelid = ${`public.${table}`}::regclass and contype = 'c' and cardinality(conkey) = 1
      and pg_get_expr(conbin, conrelid) ~ ${`\\m${column}\\M`}`;
  for (const { expression } of checks) {
    const [row] = await sql.unsafe<{ holds: boolean | null }[]>(
      `select ${expression} as holds from (select $1::text::${type} as "${column}") as alone`,
      [type === "jsonb" ? JSON.stringify([`Pac${character}king`]) : `Pac${character}king`],
    );
    if (row?.holds === false) return "23514";
  }
  return "accepted";
}
