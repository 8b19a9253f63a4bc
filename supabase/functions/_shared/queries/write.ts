import type { Fragment, Row, Sql, TableName } from "../clients/database.ts";

/** Columns that are not named keep what they have, or get the table's default. */
type Values = Readonly<Record<string, unknown>>;

/**
 * Adding, changing and deleting rows of a table by their id, as the caller whose transaction it is: row-level security
 * and column grants decide. `update` and `remove` answer undefined where there is no such row that the caller may touch.
 * They answer all columns unless `read` names those that the callers may select.
 */
export const writesOf = <Name extends TableName>(
  name: Name,
  read: (sql: Sql) => Fragment = (sql) => sql`*`,
) => {
  const table = (sql: Sql) => sql(`public.${name}`);
  const columns = (sql: Sql, values: Values) => sql(values as Record<string, string>);
  return {
    insert: async (sql: Sql, values: Values): Promise<Row<Name>> => {
      const [row] = await sql<[Row<Name>]>`
        insert into ${table(sql)} ${columns(sql, values)} returning ${read(sql)}`;
      return row;
    },
    update: async (sql: Sql, id: string, changes: Values): Promise<Row<Name> | undefined> => {
      const isChanged = Object.keys(changes).length > 0;
      const [row] = isChanged
        ? await sql<Row<Name>[]>`
            update ${table(sql)} set ${columns(sql, changes)} where id = ${id} returning ${read(sql)}`
        : await sql<Row<Name>[]>`select ${read(sql)} from ${table(sql)} where id = ${id}`;
      return row;
    },
    remove: async (sql: Sql, id: string): Promise<Row<Name> | undefined> => {
      const [row] = await sql<Row<Name>[]>`
        delete from ${table(sql)} where id = ${id} returning ${read(sql)}`;
      return row;
    },
  };
};
