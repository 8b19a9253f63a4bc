import type { Sql } from "../../_shared/clients/database.ts";
import type { ArchivedColumn } from "../../_shared/contracts/archives.ts";
import { ARCHIVED_TABLES, LEFT_OUT_COLUMNS } from "../../_shared/contracts/table-facts.ts";
import {
  BATCH_SIZE,
  type PositionedRow,
  WHOLE_LIST_TIMEOUT,
  type WholeList,
} from "../../_shared/queries/whole-list.ts";
import { CSV_START, type CsvTable } from "../../_shared/rules/csv.ts";

export async function startArchive(sql: Sql): Promise<string> {
  const [row] = await sql<[{ id: string }]>`select private.start_archive() as id`;
  return row.id;
}

/** Returns the columns of these tables, except columns that are computed from others. */
export async function readColumns(sql: Sql, tables: readonly string[]): Promise<ArchivedColumn[]> {
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
      and relation.relname in ${sql([...tables])}
      and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = ''
    order by relation.relname, attribute.attnum`;
  return columns.filter(
    ({ tableName, columnName }) => LEFT_OUT_COLUMNS[tableName]?.includes(columnName) !== true,
  );
}

export const readAllColumns = (sql: Sql) => readColumns(sql, ARCHIVED_TABLES);

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

interface KeyColumn {
  readonly name: string;
  readonly type: string;
}

/** A row as a line of CSV, which the database writes faster. */
interface Line {
  readonly line: string;
}

/** Returns a table in the order of its primary key, which never changes. */
function createTableList(
  sql: Sql,
  table: string,
  columns: readonly ArchivedColumn[],
  key: readonly KeyColumn[],
): WholeList<Line> {
  const keyNames = key.map(({ name }) => quoteIdentifier(name));
  const order = keyNames.join(", ");
  const lines = `
    select
      ${columns.map(createCell).join(" || ',' || ")} as line,
      json_build_array(${keyNames.map((name) => `${name}::text`).join(", ")}) as position
    from public.${quoteIdentifier(table)}`;
  const lastValues = key.map(({ type }, index) => `$${index + 1}::text::${type}`).join(", ");
  return {
    hasFixedOrder: true,
    count: async () => {
      const [row] = await sql<[{ count: number }]>`
        select count(*)::integer as count from ${sql(`public.${table}`)}`;
      return row.count;
    },
    read: ({ after, limit }) => {
      const where = after === null ? "" : `where (${order}) > (${lastValues})`;
      const parameters = after === null ? [] : key.map((_, index) => after[index] ?? "");
      return sql
        .unsafe<PositionedRow<Line>[]>(
          `${lines} ${where} order by ${order} limit ${limit}`,
          parameters,
        )
        .cursor(BATCH_SIZE);
    },
  };
}

const createLineTable = (columns: readonly ArchivedColumn[]): CsvTable<Line> => ({
  head: () => `${CSV_START}${columns.map(({ columnName }) => columnName).join(",")}\r\n`,
  row: ({ line }) => `${line}\r\n`,
  runningTotals: () => [],
  totals: () => "",
});

/** Opens a table of an archive. Throws if the caller didn't start the archive less than a day ago. */
export async function openArchivedTable(sql: Sql, archiveId: string, table: string) {
  // Sent at once, in this order. If the first one refuses, the others don't run.
  const [, , columns, key] = await Promise.all([
    sql`select private.require_archive(${archiveId})`,
    sql`select set_config('statement_timeout', ${WHOLE_LIST_TIMEOUT}, true)`,
    readColumns(sql, [table]),
    sql<KeyColumn[]>`select name, type from private.primary_key(${table})`,
  ]);
  return {
    list: createTableList(sql, table, columns, key),
    createTable: () => createLineTable(columns),
  };
}
