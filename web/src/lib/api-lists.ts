import type { FileKey, ListKey } from "#contracts/catalogue.ts";
import {
  send,
  type ApiOptions,
  type ApiOutput,
  type Arguments,
  type RoleOf,
} from "./api-client.ts";

export interface Page<Rows> {
  readonly rows: Rows;
  readonly hasMore: boolean;
  /** How many rows match; null where the server did not count them. */
  readonly total: number | null;
  /** Counting stopped at `total`: there are more. */
  readonly isCapped: boolean;
}

/** What an answer's headers say of the rest of its list. */
export const asPage = <Rows>(rows: Rows, headers: Headers): Page<Rows> => {
  const count = headers.get("x-total-count");
  return {
    rows,
    hasMore: headers.get("x-has-more") === "true",
    total: count === null ? null : Number.parseInt(count, 10),
    isCapped: count?.endsWith("+") ?? false,
  };
};

/** One page of a list (design §6). */
export const apiPage = async <Key extends ListKey, const Options extends ApiOptions<Key>>(
  key: Key,
  ...[options]: Arguments<Key, Options>
): Promise<Page<ApiOutput<Key, RoleOf<Options>>>> => {
  const response = await send(key, options ?? {});
  return asPage((await response.json()) as ApiOutput<Key, RoleOf<Options>>, response.headers);
};

/** One call that answers a file or a text; its body is still on its way. */
export const apiFile = <Key extends FileKey, const Options extends ApiOptions<Key>>(
  key: Key,
  ...[options]: Arguments<Key, Options>
): Promise<Response> => send(key, options ?? {});
