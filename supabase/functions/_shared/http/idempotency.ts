import type { Sql } from "../clients/database.ts";
import { type Caller, service } from "../caller.ts";
import { IDEMPOTENCY_KEY_HEADER } from "../contracts/limits.ts";
import { AppError } from "../errors.ts";
import {
  claimKey,
  findStoredResponse,
  storeResponse,
  type KeyedRequest,
} from "../queries/idempotency.ts";
import { createKeyedHash } from "./secrets.ts";
import type { Services } from "./services.ts";

/** Runs a request's write once per `Idempotency-Key`, in the given transaction. */
export type Once = <Row extends object | undefined>(
  sql: Sql,
  work: () => Promise<Row>,
) => Promise<Row>;

const KEY_PATTERN = /^[\w-]{8,100}$/;

/** Hashes the parsed request, so spelling variants count as the same request. */
export async function toKeyedRequest(
  { environment }: Pick<Services, "environment">,
  operation: string,
  key: string,
  input: unknown,
): Promise<KeyedRequest> {
  if (!KEY_PATTERN.test(key)) {
    const message = "Use 8 to 100 letters, digits, hyphens or underscores.";
    throw new AppError("validation_failed", {
      issues: [{ path: IDEMPOTENCY_KEY_HEADER, message }],
    });
  }
  // The captcha token differs between retries.
  const requestText = JSON.stringify(input, (name, value: unknown) =>
    name === "captchaToken" ? undefined : value,
  );
  const hashes = environment.HASH_SECRET.map((secret) => createKeyedHash(secret, requestText));
  return { operation, key, requestHashes: await Promise.all(hashes) };
}

/** The row and the key commit together: if the transaction fails, the key is free again. */
export const runOnce =
  (request: KeyedRequest): Once =>
  async (sql, work) => {
    const storedResponse = await claimKey(sql, request);
    if (storedResponse !== null) return storedResponse as Awaited<ReturnType<typeof work>>;
    const row = await work();
    if (row !== undefined) await storeResponse(sql, request, row);
    return row;
  };

/**
 * Returns the stored response of the first request, or throws the refusal if none is stored. A retry can be refused
 * before its key is looked up: for example, the first request may have consumed the upload.
 */
export async function replayAfterRefusal(
  { database }: Services,
  caller: Caller,
  request: KeyedRequest,
  refusal: unknown,
): Promise<unknown> {
  if (!(refusal instanceof AppError) || refusal.status >= 500) throw refusal;
  const owner = caller.kind === "anonymous" ? service : caller;
  const storedResponse = await database.as(owner, (sql) => findStoredResponse(sql, request));
  if (storedResponse === null) throw refusal;
  return storedResponse;
}
