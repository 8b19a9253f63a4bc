import type { FileKey, ListKey } from "#contracts/catalog.ts";
import {
  readJson,
  sendAndRead,
  type ApiOptions,
  type ApiOutput,
  type CallArguments,
  type RoleOf,
} from "./api-client.ts";
import { withinTimeLimit } from "./time-limit.ts";

export interface ApiPage<Rows> {
  readonly rows: Rows;
  readonly hasMore: boolean;
  /** The number of matching rows; null if the server didn't count them. */
  readonly total: number | null;
  /** True if the server stopped counting at `total`, so there are more rows. */
  readonly isCapped: boolean;
}

/** Reads a list's total from the response headers, and whether there are more rows. */
export const toPage = <Rows>(rows: Rows, headers: Headers): ApiPage<Rows> => {
  const count = headers.get("x-total-count");
  return {
    rows,
    hasMore: headers.get("x-has-more") === "true",
    total: count === null ? null : Number.parseInt(count, 10),
    isCapped: count?.endsWith("+") ?? false,
  };
};

export const apiPage = <Key extends ListKey, const Options extends ApiOptions<Key>>(
  key: Key,
  ...[options]: CallArguments<Key, Options>
): Promise<ApiPage<ApiOutput<Key, RoleOf<Options>>>> =>
  sendAndRead(key, options ?? {}, async (response) =>
    toPage((await readJson(response)) as ApiOutput<Key, RoleOf<Options>>, response.headers),
  );

/** Applies the time limit to each chunk instead of the whole file, because large files take longer. */
const limitEachChunk = (response: Response, callerSignal?: AbortSignal): Response => {
  const reader = response.body?.getReader();
  if (!reader) return response;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      try {
        const { done, value } = await withinTimeLimit(() => reader.read(), callerSignal);
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

/** Calls an endpoint that returns a file or text. Resolves before the body has arrived. */
export const apiFile = <Key extends FileKey, const Options extends ApiOptions<Key>>(
  key: Key,
  ...[options]: CallArguments<Key, Options>
): Promise<Response> =>
  sendAndRead(key, options ?? {}, (response) =>
    Promise.resolve(limitEachChunk(response, options?.signal)),
  );
