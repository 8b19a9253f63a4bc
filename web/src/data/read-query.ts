import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { JsonKey } from "#contracts/catalog.ts";
import { api, type ApiOptions } from "../lib/api/api-client.ts";

export type ReadKey = Extract<JsonKey, `GET ${string}`>;

/** Returns the query key for a call and its inputs, without options such as the abort signal. */
export const toQueryKey = (key: ReadKey, options: Readonly<Record<string, unknown>>) =>
  [key, { as: options["as"], params: options["params"], query: options["query"] }] as const;

const jsonQuery = <Key extends ReadKey, Options extends ApiOptions<Key>>(
  key: Key,
  options: Options,
) =>
  queryOptions({
    queryKey: toQueryKey(key, options as Readonly<Record<string, unknown>>),
    queryFn: ({ signal }) => api<Key, Options>(key, { ...options, signal } as never),
  });

/** GET calls that don't require any input. */
type KeyWithoutInput = {
  [Key in ReadKey]: Partial<ApiOptions<Key>> extends ApiOptions<Key> ? Key : never;
}[ReadKey];

/** Creates query options for a GET call that returns JSON. The query key is derived from the call. */
export function readQuery<Key extends KeyWithoutInput>(
  key: Key,
): ReturnType<typeof jsonQuery<Key, ApiOptions<Key>>>;
export function readQuery<Key extends ReadKey, const Options extends ApiOptions<Key>>(
  key: Key,
  options: Options,
): ReturnType<typeof jsonQuery<Key, Options>>;
export function readQuery(key: ReadKey, options: object = {}): unknown {
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
