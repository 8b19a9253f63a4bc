import type { Fragment, Row, Sql, TableName } from "../clients/database.ts";
import type { ListQuery } from "../contracts/list.ts";
import { readPage } from "./page.ts";

type VersionTable = Extract<TableName, `${string}_versions`>;

/**
 * Creates the queries for the earlier versions that `private.keep_version` keeps. Each query takes the record's ID, as
 * a value or a subquery.
 */
export const createVersionQueries = <Name extends VersionTable, Version = Row<Name>>(
  table: Name,
  recordColumn: string,
  searchedText: (sql: Sql) => Fragment,
) => ({
  list: (sql: Sql, recordId: string | Fragment, query: ListQuery<"version" | "-version">) =>
    readPage<Version & object>(sql, query, {
      columns: sql`*`,
      from: table,
      where: [sql`${sql(recordColumn)} = ${recordId}`],
      searchedText: searchedText(sql),
      orders: { version: [sql`version`] },
    }),
  /** Finds a version by its id, or by its number. */
  find: async (
    sql: Sql,
    recordId: string | Fragment,
    version: string | number,
  ): Promise<Version | undefined> => {
    const rows = await sql<object[]>`
      select * from ${sql(`public.${table}`)}
      where ${sql(recordColumn)} = ${recordId}
        and ${typeof version === "number" ? sql`version = ${version}` : sql`id = ${version}`}`;
    return rows[0] as Version | undefined;
  },
});
