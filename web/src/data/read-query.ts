import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { JsonKey } from "#contracts/catalog.ts";
import { api, type ApiOptions } from "../lib/api/api-client.ts";

export type ReadKey = Extract<JsonKey, `GET ${string}`>;

/** Reads that are sent as POST, because their input is secret or too long for a URL. */
type PostedReadKey =
  | "POST /api/admin-invitations/check"
  | "POST /api/email-templates/preview"
  | "POST /api/erasures/preview"
  | "POST /api/preview-links/read";

const jsonQuery = <Key extends ReadKey | PostedReadKey, Options extends ApiOptions<Key>>(
  key: Key,
  options: Options,
) =>
  queryOptions({
    queryKey: [key, options] as const,
    queryFn: ({ signal }) => api<Key, Options>(key, { ...options, signal } as never),
  });

/** GET calls that don't require any input. */
type KeyWithoutInput = {
  [Key in ReadKey]: Partial<ApiOptions<Key>> extends ApiOptions<Key> ? Key : never;
}[ReadKey];

/** Creates query options for a read that returns JSON. The query key consists of the call and its inputs. */
export function readQuery<Key extends KeyWithoutInput>(
  key: Key,
): ReturnType<typeof jsonQuery<Key, ApiOptions<Key>>>;
export function readQuery<
  Key extends ReadKey | PostedReadKey,
  const Options extends ApiOptions<Key>,
>(key: Key, options: Options): ReturnType<typeof jsonQuery<Key, Options>>;
export function readQuery(key: ReadKey | PostedReadKey, options: object = {}): unknown {
  return jsonQuery(key, options as never);
}

/**
 * Invalidates all pages and filters of these reads, because each query key starts with the call. Cancels running
 * requests first, because TanStack Query would otherwise accept a first response from before the write.
 */
export const invalidateReads = (queryClient: QueryClient, reads: readonly ReadKey[]) =>
  Promise.all(
    reads.map(async (key) => {
      await queryClient.cancelQueries({ queryKey: [key] });
      await queryClient.invalidateQueries({ queryKey: [key] });
    }),
  );
