import type { Sql } from "../../_shared/clients/database.ts";
import {
  ARCHIVED_TABLES,
  createArchiveReadme,
  type ArchivedColumn,
  EXCLUDED_COLUMNS,
} from "../../_shared/rules/archived-tables.ts";
import { CSV_START } from "../../_shared/rules/csv.ts";

/** The statement timeout, long enough for a million rows on a slow connection. */
const TABLE_TIMEOUT = "5min";

export const startArchive = (sql: Sql) => sql`select private.start_archive()`;

/** Returns the columns of every archived table, except columns that are computed from others. */
async function readColumns(sql: Sql): Promise<ArchivedColumn[]> {
  await sql`select set_config('statement_timeout', ${TABLE_TIMEOUT}, true)`;
  const columns = await sql<ArchivedColumn[]>`
    select
      relation.relname as table_name,
      obj_description(relation.oid, 'pg_class') as table_comment,
      attribute.attname as column_name,
      format_type(attribute.atttypid, attribute.atttypmod) as type,
      col_description(relation.oid, attribute.attnum) as column_comment
    from pg_catalog.pg_class as relation
    join pg_catalog.pg_attribute as attribute on attribute.attrelid = relation.oid
    where relation.relnamespace = 'public'::regnamespace
      and relation.relname in ${sql([...ARCHIVED_TABLES])}
      and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = ''
    order by relation.relname, attribute.attnum`;
  return columns.filter(
    ({ tableName, columnName }) => EXCLUDED_COLUMNS[tableName]?.includes(columnName) !== true,
  );
}

async function countRows(sql: Sql, table: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::integer as count from ${sql(`public.${table}`)}`;
  return row.count;
}

const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Types whose text has no commas, quotes or line breaks and can't be a formula. */
const PLAIN_TYPE_PATTERN =
  /^(?:uuid|boolean|smallint|integer|bigint|numeric|date|time|timestamp|double precision)/;

/**
 * Returns the SQL of a CSV cell. Text that a spreadsheet would evaluate gets an apostrophe, as in every other export
 * (`formatCsvCell`).
 */
function createCell({ columnName, type }: ArchivedColumn): string {
  const text = `${quoteIdentifier(columnName)}::text`;
  if (PLAIN_TYPE_PATTERN.test(type) && !type.endsWith("[]")) return `coalesce(${text}, '')`;
  const mark = `case when ${text} ~ '^[=+@\\t\\r\\n-]' then '''' else '' end`;
  return `coalesce('"' || ${mark} || replace(${text}, '"', '""') || '"', '')`;
}

const BATCH_SIZE = 1000;

/** Streams a table as CSV. The database writes the lines, and only one batch is in memory at a time. */
async function* readTable(
  sql: Sql,
  table: string,
  columns: readonly ArchivedColumn[],
): AsyncGenerator<string> {
  const ownColumns = columns.filter(({ tableName }) => tableName === table);
  yield `${CSV_START}${ownColumns.map(({ columnName }) => columnName).join(",")}\r\n`;
  const line = ownColumns.map(createCell).join(" || ',' || ");
  const rows = sql.unsafe<{ line: string }[]>(
    `select ${line} as line from public.${quoteIdentifier(table)} order by ${quoteIdentifier(ownColumns[0]?.columnName ?? "")}`,
  );
  for await (const batch of rows.cursor(BATCH_SIZE)) {
    yield batch.map((row) => `${row.line}\r\n`).join("");
  }
}

/** Reads all files of the archive, one after another. */
export async function* readFiles(sql: Sql, createdAt: string) {
  const columns = await readColumns(sql);
  const rowCounts = new Map<string, number>();
  for (const table of ARCHIVED_TABLES) {
    rowCounts.set(table, await countRows(sql, table));
    yield { name: `${table}.csv`, content: readTable(sql, table, columns) };
  }
  yield { name: "README.txt", content: [createArchiveReadme(columns, rowCounts, createdAt)] };
}
