import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { JsonKey } from "#contracts/catalogue.ts";
import { api, type ApiOptions } from "../lib/api-client.ts";

type ReadKey = Extract<JsonKey, `GET ${string}`>;

/** How a call is made does not tell it from others; what it asks for does. */
export const keyOf = (key: ReadKey, options: Readonly<Record<string, unknown>>) =>
  [key, { as: options["as"], params: options["params"], query: options["query"] }] as const;

const read = <Key extends ReadKey, Options extends ApiOptions<Key>>(key: Key, options: Options) =>
  queryOptions({
    queryKey: keyOf(key, options as Readonly<Record<string, unknown>>),
    queryFn: ({ signal }) => api<Key, Options>(key, { ...options, signal } as never),
  });

/** The reads that need nothing but their path. */
type PlainKey = {
  [Key in ReadKey]: Partial<ApiOptions<Key>> extends ApiOptions<Key> ? Key : never;
}[ReadKey];

/** The default read of P§7: GET on the path, JSON parsed; its key is the call itself. */
export function readQuery<Key extends PlainKey>(
  key: Key,
): ReturnType<typeof read<Key, ApiOptions<Key>>>;
export function readQuery<Key extends ReadKey, const Options extends ApiOptions<Key>>(
  key: Key,
  options: Options,
): ReturnType<typeof read<Key, Options>>;
export function readQuery(key: ReadKey, options: object = {}): unknown {
  return read(key, options as never);
}

/**
 * A query's key begins with its call, so all pages and filters of a read go stale together. A first answer that is on
 * its way may be older than what was written; TanStack Query would wait for it instead of asking again.
 */
export const forgetReads = (queryClient: QueryClient, reads: readonly ReadKey[]) =>
  Promise.all(
    reads.map(async (read) => {
      await queryClient.cancelQueries({ queryKey: [read] });
      await queryClient.invalidateQueries({ queryKey: [read] });
    }),
  );
