import type { FileKey, ListKey } from "#contracts/catalogue.ts";
import {
  sendAndRead,
  type ApiOptions,
  type ApiOutput,
  type Arguments,
  type RoleOf,
} from "./api-client.ts";
import { withinTimeLimit } from "./time-limit.ts";

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
export const apiPage = <Key extends ListKey, const Options extends ApiOptions<Key>>(
  key: Key,
  ...[options]: Arguments<Key, Options>
): Promise<Page<ApiOutput<Key, RoleOf<Options>>>> =>
  sendAndRead(key, options ?? {}, async (response) =>
    asPage((await response.json()) as ApiOutput<Key, RoleOf<Options>>, response.headers),
  );

/** A file may take as long as it needs, while its parts keep coming. */
const limitEachPart = (response: Response, caller?: AbortSignal): Response => {
  const reader = response.body?.getReader();
  if (!reader) return response;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      try {
        const { done, value } = await withinTimeLimit(() => reader.read(), caller);
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(error);
        await reader.cancel(error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, response);
};

/** One call that answers a file or a text; its body is still on its way. */
export const apiFile = <Key extends FileKey, const Options extends ApiOptions<Key>>(
  key: Key,
  ...[options]: Arguments<Key, Options>
): Promise<Response> =>
  sendAndRead(key, options ?? {}, (response) =>
    Promise.resolve(limitEachPart(response, options?.signal)),
  );
