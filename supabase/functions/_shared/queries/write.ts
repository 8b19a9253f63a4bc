import type { Fragment, Row, Sql, TableName } from "../clients/database.ts";
import { requireShownVersion, requireVersion, type Version } from "./versions.ts";

/** The values to write. Omitted columns keep their value, or get the table's default in a new row. */
type Values = Readonly<Record<string, unknown>>;

/** `updatedAt` is the version that the changes are based on, not a column to write. */
type Changes = Values & { readonly updatedAt?: Version | undefined };

/** Leaves out what confirms the values (contracts/usual-days.ts) and isn't a column to write. */
const toColumns = ({ anyway: _anyway, ...columns }: Values): Values => columns;

/** Writes records with the caller's privileges. */
export interface Writes<Saved> {
  readonly insert: (sql: Sql, values: Values) => Promise<Saved>;
  /** Like `remove`, returns undefined if there is no such record or the caller can't change it. */
  readonly update: (sql: Sql, id: string, changes: Changes) => Promise<Saved | undefined>;
  /** Refuses to delete a record that has changed since the version that was shown. */
  readonly remove: (sql: Sql, id: string, shownVersion?: string) => Promise<Saved | undefined>;
}

type ReadRecord = (sql: Sql, id: string) => Promise<unknown>;

/**
 * Returns insert, update and remove by id with the caller's privileges. `update` and `remove` return undefined if there
 * is no such row or the caller can't change it. `returnedColumns` defaults to all columns; `readCurrent` replaces the
 * row shown in a stale-edit error. Pass the type of a row if the contract knows more about a column than the table,
 * such as its choices.
 */
export const createWrites = <Saved extends object = never, Name extends TableName = TableName>(
  name: Name,
  {
    returnedColumns = (sql) => sql`*`,
    readCurrent,
  }: {
    readonly returnedColumns?: (sql: Sql) => Fragment;
    readonly readCurrent?: ReadRecord;
  } = {},
): Writes<[Saved] extends [never] ? Row<Name> : Saved> => {
  type Returned = [Saved] extends [never] ? Row<Name> : Saved;
  const quoteTable = (sql: Sql) => sql(`public.${name}`);
  const formatColumns = (sql: Sql, values: Values) => sql(values as Record<string, string>);
  return {
    insert: async (sql: Sql, values: Values): Promise<Returned> => {
      const [row] = await sql<[Returned]>`
        insert into ${quoteTable(sql)} ${formatColumns(sql, toColumns(values))} returning ${returnedColumns(sql)}`;
      return row;
    },
    update: async (
      sql: Sql,
      id: string,
      { updatedAt: version, ...values }: Changes,
    ): Promise<Returned | undefined> => {
      const changes = toColumns(values);
      if (version !== undefined) {
        await requireVersion(sql, {
          table: name,
          where: sql`id = ${id}`,
          version,
          ...(readCurrent && { read: () => readCurrent(sql, id) }),
        });
      }
      const hasChanges = Object.keys(changes).length > 0;
      const [row] = hasChanges
        ? await sql<Returned[]>`
            update ${quoteTable(sql)} set ${formatColumns(sql, changes)} where id = ${id} returning ${returnedColumns(sql)}`
        : await sql<
            Returned[]
          >`select ${returnedColumns(sql)} from ${quoteTable(sql)} where id = ${id}`;
      return row;
    },
    remove: async (sql: Sql, id: string, shownVersion?: string): Promise<Returned | undefined> => {
      await requireShownVersion(sql, name, id, shownVersion);
      const [row] = await sql<Returned[]>`
        delete from ${quoteTable(sql)} where id = ${id} returning ${returnedColumns(sql)}`;
      return row;
    },
  };
};

interface SingletonRecord {
  readonly table: TableName;
  /** Identifies the row in its table. Omit it for tables with a single row. */
  readonly key?: Values;
  readonly where: (sql: Sql) => Fragment;
  readonly versionColumn?: "last_updated";
}

/** Saves a singleton record: inserts it the first time, then updates it. Omitted fields keep their values. */
export const saveSingleton = async <Saved>(
  sql: Sql,
  { table, key = {}, where, versionColumn }: SingletonRecord,
  { updatedAt: version, ...values }: Changes,
  read: (sql: Sql) => Promise<Saved>,
): Promise<Saved> => {
  if (version !== undefined) {
    await requireVersion(sql, {
      table,
      where: where(sql),
      version,
      read: () => read(sql),
      ...(versionColumn && { column: versionColumn }),
    });
  }
  if (Object.keys(values).length > 0) {
    const name = sql(`public.${table}`);
    const formatColumns = (row: Values) => sql(row as Record<string, string>);
    const [updatedRow] = await sql`
      update ${name} set ${formatColumns(values)} where ${where(sql)} returning id`;
    if (updatedRow === undefined)
      await sql`insert into ${name} ${formatColumns({ ...key, ...values })}`;
  }
  return read(sql);
};
