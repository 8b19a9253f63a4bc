import type { Sql } from "../_shared/clients/database.ts";

/** Returns whether the list of ZIP codes has the city. */
export async function isKnownCity(sql: Sql, city: string, state: string): Promise<boolean> {
  const [row] = await sql<{ isKnown: boolean }[]>`
    select private.is_known_city(${city}, ${state}) as is_known`;
  return row?.isKnown ?? false;
}

/** Returns every ZIP code, one per line, such as `76102 TX Fort Worth`. */
export async function readZipList(sql: Sql): Promise<string> {
  const [row] = await sql<{ list: string }[]>`select private.zip_list() as list`;
  return row?.list ?? "";
}
