import {
  keepPreviousData,
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryResult,
} from "@tanstack/react-query";
import type { JsonKey, ListKey } from "#contracts/catalog.ts";
import { api, type ApiOptions, type ApiOutput } from "../lib/api/api-client.ts";
import type { ApiPage } from "../lib/api/api-lists.ts";
import { invalidateAfter, useLastingMutation, type WriteEffect } from "./mutation.ts";
import { readPageQuery } from "./read-page-query.ts";
import type { ReadKey } from "./read-query.ts";

type KeyOf<Method extends string> = Extract<JsonKey, `${Method} ${string}`>;
type Body<Key extends JsonKey> = [Key] extends [never] ? never : ApiOptions<Key>["body"];

/** The calls for a list of records. `List` can be a key that isn't in `ListKey` if the list isn't paginated. */
export interface Resource<
  Row,
  NewRow = never,
  Changes = never,
  List extends KeyOf<"GET"> = ListKey,
> {
  readonly list: List;
  readonly create?: KeyOf<"POST">;
  readonly update?: KeyOf<"PUT">;
  readonly remove?: KeyOf<"DELETE">;
  /** The other reads that the writes make outdated. */
  readonly invalidates?: readonly ReadKey[];
  readonly unaffected?: WriteEffect["unaffected"];
  /** Refetches the list whenever it is opened, because almost every write adds to it. */
  readonly isRefetchedOnMount?: boolean;
  /** Never set at runtime. It only passes the types to the hooks below. */
  readonly types?: { readonly row: Row; readonly newRow: NewRow; readonly changes: Changes };
}

/** A resource for hooks that only write. Its list may be paginated or not. */
export type WritableResource<Row, NewRow, Changes> = Resource<Row, NewRow, Changes, KeyOf<"GET">>;

/** Declares a resource. The types of its rows and inputs are inferred from the calls. */
export const resource = <
  const List extends KeyOf<"GET">,
  const Create extends KeyOf<"POST"> = never,
  const Update extends KeyOf<"PUT"> = never,
  const Remove extends KeyOf<"DELETE"> = never,
>(calls: {
  readonly list: List;
  readonly create?: Create;
  readonly update?: Update;
  readonly remove?: Remove;
  readonly invalidates?: readonly ReadKey[];
  readonly unaffected?: WriteEffect["unaffected"];
  readonly isRefetchedOnMount?: boolean;
}): Resource<
  ApiOutput<List, "admin"> extends readonly (infer Row)[] ? Row : never,
  Body<Create>,
  Body<Update>,
  List
> => calls;

export const useRecords = <Row>(
  { list, isRefetchedOnMount = false }: Resource<Row, unknown, unknown>,
  query: Readonly<Record<string, string | number>>,
  { enabled = true }: { readonly enabled?: boolean } = {},
) =>
  useQuery({
    ...readPageQuery(list, { as: "admin", query } as never),
    enabled,
    placeholderData: keepPreviousData,
    refetchOnMount: isRefetchedOnMount ? "always" : true,
  }) as UseQueryResult<ApiPage<readonly Row[]>>;

/** Fetches the number of records that match the filter. */
export const useRecordTotal = (
  { list }: Resource<unknown, unknown, unknown>,
  filter: Readonly<Record<string, string>>,
) => useQuery(readPageQuery(list, { as: "admin", query: { ...filter, limit: 1 } } as never));

/** Which reads the writes of a resource make outdated: the list and those that it declares. */
export const toEffect = ({
  list,
  invalidates = [],
  unaffected = {},
}: WritableResource<unknown, unknown, unknown>): WriteEffect => ({
  invalidates: [list, ...invalidates],
  unaffected,
});

const useWrite = <Input>(
  definition: WritableResource<unknown, unknown, unknown>,
  key: JsonKey | undefined,
  optionsOf: (input: Input) => object,
) => {
  const queryClient = useQueryClient();
  return useLastingMutation({
    mutationFn: (input: Input) => write(definition.list, key, optionsOf(input)),
    onSuccess: () => invalidateAfter(queryClient, toEffect(definition)),
  });
};

const write = async (
  list: KeyOf<"GET">,
  key: JsonKey | undefined,
  options: object,
): Promise<unknown> => {
  if (!key) throw new Error(`${list} doesn't declare this write`);
  // The cast is safe, because `resource` has already checked the input type of each call.
  return api(key, { as: "admin", ...options } as never);
};

export type SaveQuery = Readonly<Record<string, string | number | undefined>>;

export interface NewRecord<NewRow> {
  readonly values: NewRow;
  /** Reused when retrying, so that a lost response doesn't create a second record. */
  readonly idempotencyKey: string;
  readonly query?: SaveQuery | undefined;
}

export const useCreateRecord = <NewRow>(definition: WritableResource<unknown, NewRow, unknown>) =>
  useWrite(
    definition,
    definition.create,
    ({ values, idempotencyKey, query }: NewRecord<NewRow>) => ({
      body: values,
      idempotencyKey,
      query,
    }),
  );

/** Returns a function that refetches the records, for use after the server has rejected a write. */
export const useInvalidateRecords = (definition: WritableResource<unknown, unknown, unknown>) => {
  const queryClient = useQueryClient();
  return () => invalidateAfter(queryClient, toEffect(definition));
};

export interface RecordChange<Changes> {
  readonly id: string;
  readonly changes: Changes;
  readonly query?: SaveQuery | undefined;
}

const createUpdateOptions = ({ id, changes, query }: RecordChange<unknown>) => ({
  params: { id },
  body: changes,
  query,
});

export const useUpdateRecord = <Changes>(definition: WritableResource<unknown, unknown, Changes>) =>
  useWrite(definition, definition.update, (change: RecordChange<Changes>) =>
    createUpdateOptions(change),
  );

/**
 * Updates records one after another. Refetches them even after failures, because another reviewer may have acted first.
 */
export const useUpdateRecords = <Changes>(
  definition: WritableResource<unknown, unknown, Changes>,
) => {
  const queryClient = useQueryClient();
  return useLastingMutation({
    mutationFn: async (recordChanges: readonly RecordChange<Changes>[]) => {
      const responses: unknown[] = [];
      const errors: unknown[] = [];
      for (const change of recordChanges) {
        await write(definition.list, definition.update, createUpdateOptions(change)).then(
          (response) => responses.push(response),
          (error: unknown) => errors.push(error),
        );
      }
      return { responses, errors };
    },
    onSettled: () => invalidateAfter(queryClient, toEffect(definition)),
  });
};

export interface RecordMove {
  readonly id: string;
  /** The new position, starting at 1. */
  readonly order: number;
}

const moveRow = <Row extends { readonly id: string }>(
  rows: readonly Row[],
  { id, order }: RecordMove,
): readonly Row[] => {
  const otherRows = rows.filter((row) => row.id !== id);
  const movedRows = rows.filter((row) => row.id === id);
  return [...otherRows.slice(0, order - 1), ...movedRows, ...otherRows.slice(order - 1)];
};

/** Reorders the cached list right away and sends the moves one at a time. Refetches the list after the last one. */
export const useMoveRecord = <Row extends { readonly id: string }>(
  definition: WritableResource<Row, unknown, unknown>,
  listKey: QueryKey,
) => {
  const queryClient = useQueryClient();
  const mutationId = `move one of ${definition.list}`;
  return useLastingMutation({
    mutationKey: [mutationId],
    scope: { id: mutationId },
    mutationFn: ({ id, order }: RecordMove) =>
      write(definition.list, definition.update, createUpdateOptions({ id, changes: { order } })),
    onMutate: (change: RecordMove) => {
      queryClient.setQueryData<readonly Row[]>(listKey, (rows) => rows && moveRow(rows, change));
    },
    onSettled: () =>
      queryClient.isMutating({ mutationKey: [mutationId] }) === 1
        ? invalidateAfter(queryClient, toEffect(definition))
        : undefined,
  });
};

/** Returns the message that the server sent with a successful write, if any. */
export const getMutationMessage = (response: unknown): string | undefined =>
  (response as { readonly message?: string } | null)?.message || undefined;

export interface RecordRemoval {
  readonly id: string;
  /** The `updatedAt` that was shown. If the record has changed since, it isn't deleted. */
  readonly version: string | undefined;
}

export const useRemoveRecord = (definition: WritableResource<unknown, unknown, unknown>) =>
  useWrite(definition, definition.remove, ({ id, version }: RecordRemoval) => ({
    params: { id },
    query: { version },
  }));
