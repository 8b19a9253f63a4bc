import type { Sql } from "postgres";

/** Tables with fewer rows in the big data set stay small. */
const GROWING_ROWS_MIN = 1000;

/** Returns the tables of the site that have many rows in the big data set. */
export async function readGrowingTables(sql: Sql): Promise<ReadonlySet<string>> {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples >= ${GROWING_ROWS_MIN}`;
  return new Set(rows.map(({ name }) => name));
}
