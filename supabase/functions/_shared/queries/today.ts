import type { Sql } from "../clients/database.ts";

/** Returns today's date in the organization's time zone. */
export async function readToday(sql: Sql): Promise<string> {
  const [row] = await sql<[{ today: string }]>`select private.today() as today`;
  return row.today;
}
