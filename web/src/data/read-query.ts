import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { JsonKey } from "#contracts/catalog.ts";
import { api, type ApiOptions } from "../lib/api/api-client.ts";

export type ReadKey = Extract<JsonKey, `GET ${string}`>;

/** Returns a query key from the call and its inputs, leaving out options such as the abort signal. */
export const readKey = (key: ReadKey, options: Readonly<Record<string, unknown>>) =>
  [key, { as: options["as"], params: options["params"], query: options["query"] }] as const;

const jsonQuery = <Key extends ReadKey, Options extends ApiOptions<Key>>(
  key: Key,
  options: Options,
) =>
  queryOptions({
    queryKey: readKey(key, options as Readonly<Record<string, unknown>>),
    queryFn: ({ signal }) => api<Key, Options>(key, { ...options, signal } as never),
  });

/** GET calls without required inputs. */
type KeyWithoutInput = {
  [Key in ReadKey]: Partial<ApiOptions<Key>> extends ApiOptions<Key> ? Key : never;
}[ReadKey];

/** Builds query options for a GET call that parses JSON. The call itself is the key. */
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
 * Invalidates every page and filter of the reads, since keys start with the call. Cancels running requests first,
 * because TanStack Query would otherwise accept an initial response that predates the write.
 */
export const invalidateReads = (queryClient: QueryClient, reads: readonly ReadKey[]) =>
  Promise.all(
    reads.map(async (key) => {
      await queryClient.cancelQueries({ queryKey: [key] });
      await queryClient.invalidateQueries({ queryKey: [key] });
    }),
  );
