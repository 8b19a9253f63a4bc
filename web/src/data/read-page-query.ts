import { queryOptions } from "@tanstack/react-query";
import type { ListKey } from "#contracts/catalogue.ts";
import type { ApiOptions } from "../lib/api-client.ts";
import { apiPage } from "../lib/api-lists.ts";
import { keyOf } from "./read-query.ts";

/** A page of a list, as `readQuery` reads anything else, with whether and how much more there is. */
export const readPageQuery = <Key extends ListKey, const Options extends ApiOptions<Key>>(
  key: Key,
  options: Options,
) =>
  queryOptions({
    queryKey: [...keyOf(key, options as Readonly<Record<string, unknown>>), "page"] as const,
    queryFn: ({ signal }) => apiPage<Key, Options>(key, { ...options, signal } as never),
  });
