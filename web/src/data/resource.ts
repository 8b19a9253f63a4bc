import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import type { JsonKey, ListKey } from "#contracts/catalogue.ts";
import { api, type ApiOptions, type ApiOutput } from "../lib/api-client.ts";
import type { Page } from "../lib/api-lists.ts";
import { readPageQuery } from "./read-page-query.ts";
import { forgetReads } from "./read-query.ts";

type KeyOf<Method extends string> = Extract<JsonKey, `${Method} ${string}`>;
type Body<Key extends JsonKey> = [Key] extends [never] ? never : ApiOptions<Key>["body"];

/** A list that administrators read and write, by the calls behind it. */
export interface Resource<Row, NewRow = never, Changes = never> {
  readonly list: ListKey;
  readonly create?: KeyOf<"POST">;
  readonly update?: KeyOf<"PUT">;
  readonly remove?: KeyOf<"DELETE">;
  /** Other reads that show what a write changes. */
  readonly shownBy?: readonly KeyOf<"GET">[];
  /** Never there: what the calls take and give, for the hooks below. */
  readonly types?: { readonly row: Row; readonly newRow: NewRow; readonly changes: Changes };
}

/** Takes the types of rows and writes from the calls. */
export const resource = <
  const List extends ListKey,
  const Create extends KeyOf<"POST"> = never,
  const Update extends KeyOf<"PUT"> = never,
  const Remove extends KeyOf<"DELETE"> = never,
>(calls: {
  readonly list: List;
  readonly create?: Create;
  readonly update?: Update;
  readonly remove?: Remove;
  readonly shownBy?: readonly KeyOf<"GET">[];
}): Resource<
  ApiOutput<List, "admin"> extends readonly (infer Row)[] ? Row : never,
  Body<Create>,
  Body<Update>
> => calls;

export const useRecords = <Row>(
  { list }: Resource<Row, unknown, unknown>,
  query: Readonly<Record<string, string | number>>,
) =>
  useQuery({
    ...readPageQuery(list, { as: "admin", query } as never),
    placeholderData: keepPreviousData,
  }) as UseQueryResult<Page<readonly Row[]>>;

/** A query's key begins with its call, so every page, search and filter of a list goes stale with one write. */
const useWrite = <Input>(
  { list, shownBy = [] }: Resource<unknown, unknown, unknown>,
  key: JsonKey | undefined,
  optionsOf: (input: Input) => object,
) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input): Promise<unknown> => {
      if (!key) throw new Error(`${list} has no such write`);
      // The catalogue has typed the input where the resource was declared; in here it could be any of its calls.
      return api(key, { as: "admin", ...optionsOf(input) } as never);
    },
    onSuccess: () => forgetReads(queryClient, [list, ...shownBy]),
  });
};

export const useCreateRecord = <NewRow>(of: Resource<unknown, NewRow, unknown>) =>
  useWrite(of, of.create, (body: NewRow) => ({ body }));

export interface RecordChange<Changes> {
  readonly id: string;
  readonly changes: Changes;
}

export const useUpdateRecord = <Changes>(of: Resource<unknown, unknown, Changes>) =>
  useWrite(of, of.update, ({ id, changes }: RecordChange<Changes>) => ({
    params: { id },
    body: changes,
  }));

export const useRemoveRecord = (of: Resource<unknown, unknown, unknown>) =>
  useWrite(of, of.remove, (id: string) => ({ params: { id } }));
