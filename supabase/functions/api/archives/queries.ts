import type { Sql } from "../../_shared/clients/database.ts";
import type { ArchivedColumn } from "../../_shared/contracts/archives.ts";
import type { ArchiveArea } from "../../_shared/contracts/choices.ts";
import {
  ARCHIVED_TABLES,
  LEFT_OUT_COLUMNS,
  TABLE_AREAS,
} from "../../_shared/contracts/table-facts.ts";
import {
  BATCH_SIZE,
  type PositionedRow,
  WHOLE_LIST_TIMEOUT,
  type WholeList,
} from "../../_shared/queries/whole-list.ts";
import { NO_FORMER_DEMO } from "../../_shared/queries/shown-money.ts";
import { CSV_START, type CsvTable, FORMULA_SIGNS } from "../../_shared/rules/csv.ts";

export async function startArchive(sql: Sql, area: ArchiveArea): Promise<string> {
  const [row] = await sql<[{ id: string }]>`select private.start_archive(${area}) as id`;
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

/** Returns the columns of all tables in an archive. */
export const readArchiveColumns = (sql: Sql, area: ArchiveArea) =>
  readColumns(
    sql,
    ARCHIVED_TABLES.filter((name) => area === "owner" || TABLE_AREAS[name] === area),
  );

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
  const mark = `case when ${text} ~ '^[${FORMULA_SIGNS}]' then '''' else '' end`;
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

interface MoneyReference {
  readonly column: string;
  readonly table: string;
}

/** Returns the columns of a table that refer to rows of money. */
const readMoneyReferences = (sql: Sql, table: string) => sql<MoneyReference[]>`
  select attribute.attname as column, money.relname as table
  from pg_catalog.pg_constraint as reference
  join pg_catalog.pg_class as money on money.oid = reference.confrelid
  join pg_catalog.pg_attribute as attribute
    on attribute.attrelid = reference.conrelid and attribute.attnum = reference.conkey[1]
  where reference.contype = 'f' and reference.conrelid = ${`public.${table}`}::regclass
    and exists (
      select from pg_catalog.pg_attribute as mark
      where mark.attrelid = money.oid and mark.attname = 'is_demo' and not mark.attisdropped
    )`;

interface TableFacts {
  readonly columns: readonly ArchivedColumn[];
  readonly key: readonly KeyColumn[];
  readonly references: readonly MoneyReference[];
}

/** Leaves out demo and test money once it doesn't count, with the refunds, cards and other rows that belong to it. */
function createMoneyConditions({ columns, references }: TableFacts): readonly string[] {
  if (columns.some(({ columnName }) => columnName === "is_demo")) return [NO_FORMER_DEMO];
  return references.map(({ column, table }) => {
    const name = quoteIdentifier(column);
    return `(${name} is null or ${name} in (select id from public.${quoteIdentifier(table)} where ${NO_FORMER_DEMO}))`;
  });
}

/** Returns a table in the order of its primary key, which never changes. */
function createTableList(sql: Sql, table: string, facts: TableFacts): WholeList<Line> {
  const { columns, key } = facts;
  const keyNames = key.map(({ name }) => quoteIdentifier(name));
  const order = keyNames.join(", ");
  const lines = `
    select
      ${columns.map(createCell).join(" || ',' || ")} as line,
      json_build_array(${keyNames.map((name) => `${name}::text`).join(", ")}) as position
    from public.${quoteIdentifier(table)}`;
  const lastValues = key.map(({ type }, index) => `$${index + 1}::text::${type}`).join(", ");
  const conditions = createMoneyConditions(facts);
  const createWhere = (where: readonly string[]) =>
    where.length === 0 ? "" : `where ${where.join(" and ")}`;
  return {
    hasFixedOrder: true,
    count: async () => {
      const [row] = await sql.unsafe<[{ count: number }]>(`
        select count(*)::integer as count from public.${quoteIdentifier(table)} ${createWhere(conditions)}`);
      return row.count;
    },
    read: ({ after, limit }) => {
      const where = createWhere([
        ...conditions,
        ...(after === null ? [] : [`(${order}) > (${lastValues})`]),
      ]);
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

/** Opens a table of an archive. Throws if the archive lacks it, or if the caller didn't start the archive today. */
export async function openArchivedTable(sql: Sql, archiveId: string, table: string) {
  // Sent at once, in this order. If the first one refuses, the others don't run.
  const [, , columns, key, references] = await Promise.all([
    sql`select private.require_archive(${archiveId}, ${table})`,
    sql`select set_config('statement_timeout', ${WHOLE_LIST_TIMEOUT}, true)`,
    readColumns(sql, [table]),
    sql<KeyColumn[]>`select name, type from private.primary_key(${table})`,
    readMoneyReferences(sql, table),
  ]);
  return {
    list: createTableList(sql, table, { columns, key, references }),
    createTable: () => createLineTable(columns),
  };
}
