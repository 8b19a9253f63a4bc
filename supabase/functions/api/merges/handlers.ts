import { DUPLICATES_MAX } from "../../_shared/contracts/dismissed-duplicates.ts";
import type { EndpointDefinition } from "../../_shared/contracts/endpoint.ts";
import type { MergeNoun } from "../../_shared/contracts/merges.ts";
import { type Call, type Handler, requireFound } from "../../_shared/http/handlers.ts";
import {
  dismissPair,
  findMerge,
  listDuplicates,
  makeMergePermanent,
  mergeRecords,
  type NewMerge,
  previewMerge,
  undoMerge,
} from "./queries.ts";

type AnyCall = Call<EndpointDefinition>;
type CallerCall = Pick<AnyCall, "asCaller">;
type PreviewCall = CallerCall & { readonly query: Pick<NewMerge, "keptId" | "mergedId"> };
type NewMergeCall = Pick<AnyCall, "asCaller" | "once"> & { readonly body: NewMerge };
type MergeCall = CallerCall & { readonly params: { readonly id: string } };

type Result<Endpoint extends EndpointDefinition> = Awaited<ReturnType<Handler<Endpoint>>> & object;

/** Returns the handlers of merges of donors or of volunteers, given the types of two of their endpoints. */
export const mergeHandlers = <Merge extends EndpointDefinition, Preview extends EndpointDefinition>(
  noun: MergeNoun,
) => {
  const change =
    (write: typeof undoMerge) =>
    ({ asCaller, params: { id } }: MergeCall) =>
      asCaller(async (sql) => {
        await write(sql, noun, id);
        return requireFound(await findMerge<Result<Merge>>(sql, noun, id));
      });
  return {
    preview: ({ asCaller, query }: PreviewCall) =>
      asCaller((sql) => previewMerge<Result<Preview>>(sql, noun, query)),
    merge: ({ asCaller, body, once }: NewMergeCall) =>
      asCaller((sql) =>
        once(sql, async () => {
          const id = await mergeRecords(sql, noun, body);
          return requireFound(await findMerge<Result<Merge>>(sql, noun, id));
        }),
      ),
    undo: change(undoMerge),
    makePermanent: change(makeMergePermanent),
  };
};

/** Returns the handlers of possible duplicates, given the type of the endpoint that lists them. */
export const duplicateHandlers = <List extends EndpointDefinition>(noun: MergeNoun) => ({
  list: ({ asAdminReader }: Pick<AnyCall, "asAdminReader">) =>
    asAdminReader((sql) => listDuplicates<Result<List>>(sql, noun, DUPLICATES_MAX)),
  dismiss: async ({ asCaller }: CallerCall, ...ids: readonly [string, string]) => {
    const isFound = await asCaller((sql) => dismissPair(sql, noun, ids));
    requireFound(isFound || undefined, noun);
    return { message: "These two won't be suggested again" };
  },
});
