import type { Sql } from "../clients/database.ts";

export interface KeyedRequest {
  readonly operation: string;
  readonly key: string;
  /** The request's hashes, one for each accepted `HASH_SECRET`. A new request is stored with the first hash. */
  readonly requestHashes: readonly string[];
}

type StoredResponseRows = readonly [{ readonly response: unknown }];

/** Returns the stored response to the request, or null. Throws `key_reused` if the key was used for another request. */
export async function findStoredResponse(
  sql: Sql,
  { operation, key, requestHashes }: KeyedRequest,
) {
  const [{ response }] = await sql<StoredResponseRows>`
    select private.stored_response(${operation}, ${key}, array(select jsonb_array_elements_text(${sql.json([...requestHashes])}))) as response`;
  return response;
}

/** Claims the key in this transaction, or returns the stored response, as `findStoredResponse` does. */
export async function claimKey(sql: Sql, { operation, key, requestHashes }: KeyedRequest) {
  const [{ response }] = await sql<StoredResponseRows>`
    select private.claim_idempotency_key(${operation}, ${key}, array(select jsonb_array_elements_text(${sql.json([...requestHashes])}))) as response`;
  return response;
}

export const storeResponse = (sql: Sql, { operation, key }: KeyedRequest, response: object) =>
  sql`select private.store_response(${operation}, ${key}, ${sql.json(response as never)})`;
