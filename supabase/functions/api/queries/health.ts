import type { Sql } from "../../_shared/clients/database.ts";

export async function readDatabaseTime(sql: Sql): Promise<string> {
  const [row] = await sql<[{ now: string }]>`select now() as now`;
  return row.now;
}
