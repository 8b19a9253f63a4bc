import { describe, expect, test } from "vitest";
import { sql } from "./connection.ts";
import { IMPERSONAL_COLUMNS } from "./impersonal-columns.ts";

/** Columns that could contain personal data or lead to a person. Computed columns are derived from other columns. */
const readColumns = () => sql<{ tableName: string; columnName: string; isKey: boolean }[]>`
  select relation.relname as "tableName", attribute.attname as "columnName",
    attribute.atttypid = 'uuid'::regtype and (
      attribute.attname = 'id' or exists (
        select from pg_constraint as key
        where key.contype = 'f' and key.conrelid = relation.oid and key.conkey[1] = attribute.attnum
      )
    ) as "isKey"
  from pg_class as relation
  join pg_attribute as attribute on attribute.attrelid = relation.oid
  where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r'
    and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = ''
    and format_type(attribute.atttypid, null) in ('text', 'text[]', 'jsonb', 'uuid', 'character varying', 'json', 'bytea')
  order by 1, 2`;

const readCatalog = () => sql<
  { tableName: string; columnName: string; replacement: string | null }[]
>`
  select table_name as "tableName", column_name as "columnName", replacement from private.personal_columns()`;

const readTables = () => sql<{ tableName: string; action: string }[]>`
  select table_name as "tableName", action from private.personal_tables()`;

const formatColumn = (column: { tableName: string; columnName: string }) =>
  `${column.tableName}.${column.columnName}`;

describe("the catalog of personal data", () => {
  test("has every column that could hold personal data, except those on the list of impersonal columns", async () => {
    const columns = await readColumns();
    const catalog = new Set((await readCatalog()).map(formatColumn));
    const unknown = columns
      .filter((column) => !column.isKey)
      .map(formatColumn)
      .filter((name) => !catalog.has(name) && !IMPERSONAL_COLUMNS.includes(name));
    expect(unknown).toEqual([]);
  });

  test("names only columns that exist, each in one place", async () => {
    const existingColumns = new Set(
      (
        await sql<{ name: string }[]>`
          select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`
      ).map(({ name }) => name),
    );
    const catalog = (await readCatalog()).map(formatColumn);
    const all = [...catalog, ...IMPERSONAL_COLUMNS];
    expect(all.filter((name) => !existingColumns.has(name))).toEqual([]);
    expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
  });

  test("has a replacement for each column of rows that are kept, and for no others", async () => {
    const actions = new Map(
      (await readTables()).map(({ tableName, action }) => [tableName, action]),
    );
    for (const { tableName, columnName, replacement } of await readCatalog()) {
      // Verdicts are deleted with the rows of their import, and entries of the audit log are edited.
      if (tableName === "import_verdicts" || tableName === "audit_log") continue;
      expect([tableName, columnName, actions.get(tableName)]).toEqual([
        tableName,
        columnName,
        replacement === null ? "delete" : "empty",
      ]);
    }
  });
});
