import type { Sql } from "../_shared/clients/database.ts";

/** Returns every ZIP code, one per line, such as `76102 TX Fort Worth`. */
export async function readZipList(sql: Sql): Promise<string> {
  const [row] = await sql<{ list: string }[]>`select private.zip_list() as list`;
  return row?.list ?? "";
}
