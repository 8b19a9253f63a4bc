import type { FileKey } from "#contracts/catalog.ts";
import type { ApiOptions } from "../lib/api/api-client.ts";
import { apiFile } from "../lib/api/api-lists.ts";
import { saveResponse } from "../lib/api/save-file.ts";
import { useLastingMutation } from "./mutation.ts";

/** Declares a button that saves a file. Returns its hook, whose arguments are `Scope`. */
/* @__NO_SIDE_EFFECTS__ */
export const download =
  <
    Key extends FileKey,
    const Options extends ApiOptions<Key>,
    Input,
    Scope extends readonly unknown[] = readonly [],
  >(
    key: Key,
    {
      request,
      fallbackName,
    }: {
      readonly request: (input: Input, ...scope: Scope) => Options;
      /** The file's name if the server doesn't send one. */
      readonly fallbackName: string;
    },
  ) =>
  (...scope: Scope) =>
    useLastingMutation({
      mutationFn: async (input: Input) => {
        const options = request(input, ...scope);
        await saveResponse(await apiFile<Key, Options>(key, ...([options] as never)), fallbackName);
      },
    });
