import type { EndpointDefinition } from "../contracts/endpoint.ts";
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
  remove: async ({ asCaller, params: { id } }: RecordCall) => {
    requireFound(await asCaller((sql) => writes.remove(sql, id)), noun);
    return { message: deletedMessage };
  },
});
