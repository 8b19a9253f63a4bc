import { readFile } from "node:fs/promises";
import type { Sql } from "postgres";

/** Fills a throwaway database with a large data set. */
export async function buildBigData(sql: Sql): Promise<void> {
  const script = await readFile(new URL("big-data.sql", import.meta.url), "utf8");
  await sql.begin(async (transaction) => {
    await transaction`set local statement_timeout = 0`;
    await transaction`set local maintenance_work_mem = '256MB'`;
    await transaction.unsafe(script).simple();
  });
  await sql`vacuum analyze`;
}

/** Returns whether an earlier part has already filled this database. */
export async function hasBigData(sql: Sql): Promise<boolean> {
  const [row] = await sql<[{ hasDonors: boolean }]>`
    select exists (select from public.donors where id = md5('donor 0')::uuid) as "hasDonors"`;
  return row.hasDonors;
}
