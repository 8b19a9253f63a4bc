import type { z } from "zod";
import type { EndpointDefinition } from "../contracts/endpoint.ts";
import type { shownVersion } from "../contracts/versions.ts";
import type { Writes } from "../queries/write.ts";
import { type Call, requireFound } from "./handlers.ts";

type WriteCall = Pick<Call<EndpointDefinition>, "asCaller" | "once"> & {
  readonly body: Readonly<Record<string, unknown>>;
};
type RecordCall = Pick<WriteCall, "asCaller"> & { readonly params: { readonly id: string } };

/** Returns the handlers of `writeEndpoints`. The messages call the record by `noun`. */
export const writeHandlers = <Saved extends object>(
  writes: Writes<Saved>,
  noun: string,
  deletedMessage = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} deleted`,
) => ({
  create: ({ asCaller, body, once }: WriteCall) =>
    asCaller((sql) => once(sql, () => writes.insert(sql, body))),
  update: async ({ asCaller, params: { id }, body }: RecordCall & Pick<WriteCall, "body">) =>
    requireFound(await asCaller((sql) => writes.update(sql, id, body)), noun),
  remove: async ({
    asCaller,
    params: { id },
    query: { version },
  }: RecordCall & { readonly query: z.output<typeof shownVersion> }) => {
    requireFound(await asCaller((sql) => writes.remove(sql, id, version)), noun);
    return { message: deletedMessage };
  },
});
