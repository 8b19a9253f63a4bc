import { useMutation, useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import type { JsonKey } from "#contracts/catalogue.ts";
import { api, type ApiOptions, type ApiOutput } from "../lib/api-client.ts";
import { forgetReads, readQuery } from "./read-query.ts";

type KeyOf<Method extends string> = Extract<JsonKey, `${Method} ${string}`>;

/** What there is one of, by the calls that read and save it as a whole. */
export interface SingleRecord<Value, Saved> {
  readonly read: KeyOf<"GET">;
  readonly save: KeyOf<"POST">;
  /** Other reads that show it. */
  readonly shownBy: readonly KeyOf<"GET">[];
  /** Never there: what the calls give and take, for the hooks below. */
  readonly types?: { readonly value: Value; readonly saved: Saved };
}

/** Takes the types from the calls. */
export const singleRecord = <
  const Read extends KeyOf<"GET">,
  const Save extends KeyOf<"POST">,
>(calls: {
  readonly read: Read;
  readonly save: Save;
  readonly shownBy: readonly KeyOf<"GET">[];
}): SingleRecord<ApiOutput<Read, "admin">, ApiOptions<Save>["body"]> => calls;

export const useSingleRecord = <Value>({ read }: SingleRecord<Value, unknown>) =>
  useQuery(readQuery(read, { as: "admin" } as never)) as UseQueryResult<Value>;

export const useSaveSingleRecord = <Saved>({
  read,
  save,
  shownBy,
}: SingleRecord<unknown, Saved>) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: Saved): Promise<unknown> => api(save, { as: "admin", body } as never),
    onSuccess: () => forgetReads(queryClient, [read, ...shownBy]),
  });
};
