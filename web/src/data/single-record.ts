import { useMutation, useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import type { JsonKey } from "#contracts/catalog.ts";
import { api, type ApiOptions, type ApiOutput } from "../lib/api/api-client.ts";
import { isGone } from "../lib/api/refusals.ts";
import { invalidateAfter, type WriteEffect } from "./mutation.ts";
import { readQuery, type ReadKey } from "./read-query.ts";

type KeyOf<Method extends string> = Extract<JsonKey, `${Method} ${string}`>;

/** The calls that read and save a record that exists only once. */
export interface SingleRecord<Value, Saved> {
  readonly read: KeyOf<"GET">;
  readonly save: KeyOf<"POST">;
  /** The other reads that a save makes outdated. */
  readonly invalidates: readonly ReadKey[];
  readonly unaffected?: WriteEffect["unaffected"];
  /** Never set at runtime. It only passes the types to the hooks below. */
  readonly types?: { readonly value: Value; readonly saved: Saved };
}

/** Declares a single record. Its types are inferred from the calls. */
export const singleRecord = <
  const Read extends KeyOf<"GET">,
  const Save extends KeyOf<"POST">,
>(calls: {
  readonly read: Read;
  readonly save: Save;
  readonly invalidates: readonly ReadKey[];
  readonly unaffected?: WriteEffect["unaffected"];
}): SingleRecord<ApiOutput<Read, "admin">, ApiOptions<Save>["body"]> => calls;

/** Reads the record; null if it has never been saved, as on a new site. */
export const useSingleRecord = <Value>({ read }: SingleRecord<Value, unknown>) =>
  useQuery({
    ...readQuery(read, { as: "admin" } as never),
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<unknown> => {
      try {
        return await api(read, { as: "admin", signal } as never);
      } catch (error) {
        if (isGone(error)) return null;
        throw error;
      }
    },
  } as never) as UseQueryResult<Value | null>;

export const useSaveSingleRecord = <Saved>({
  read,
  save,
  invalidates,
}: SingleRecord<unknown, Saved>) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: Saved): Promise<unknown> => api(save, { as: "admin", body } as never),
    onSuccess: () => invalidateAfter(queryClient, { invalidates: [read, ...invalidates] }),
  });
};
