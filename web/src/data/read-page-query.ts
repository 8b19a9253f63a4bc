import { queryOptions } from "@tanstack/react-query";
import type { ListKey } from "#contracts/catalog.ts";
import type { ApiOptions } from "../lib/api/api-client.ts";
import { apiPage } from "../lib/api/api-lists.ts";

/** Like `readQuery`, but returns a page of rows with the total and whether there are more. */
export const readPageQuery = <Key extends ListKey, const Options extends ApiOptions<Key>>(
  key: Key,
  options: Options,
) =>
  queryOptions({
    queryKey: [key, options, "page"] as const,
    queryFn: ({ signal }) => apiPage<Key, Options>(key, { ...options, signal } as never),
  });
