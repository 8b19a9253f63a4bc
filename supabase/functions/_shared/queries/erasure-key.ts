import type { Sql } from "../clients/database.ts";

/**
 * Returns true if these values of ERASURE_KEY lack a key that an earlier erasure was made with. Restoring a backup with
 * them would bring back the data that was erased with that key.
 */
export async function lacksErasureKey(sql: Sql, keys: readonly string[] = []): Promise<boolean> {
  const [row] = await sql<[{ lacksKey: boolean }]>`
    select private.lacks_erasure_key(${JSON.stringify(keys)}::text::jsonb) as lacks_key`;
  return row.lacksKey;
}
