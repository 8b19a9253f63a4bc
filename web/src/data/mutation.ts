import {
  useMutation,
  type QueryClient,
  type UseMutationOptions,
  type UseMutationResult,
} from "@tanstack/react-query";
import type { JsonKey } from "#contracts/catalog.ts";
import { api, type ApiOptions, type ApiOutput, type RoleOf } from "../lib/api/api-client.ts";
import { invalidateReads, type ReadKey } from "./read-query.ts";

export type WriteKey = Exclude<JsonKey, `GET ${string}`>;

/** Which reads a write makes outdated. */
export interface WriteEffect {
  readonly invalidates: readonly ReadKey[] | "everything";
  /** Reads of the same noun that show nothing of what the write changes, each with the reason. */
  readonly unaffected?: Readonly<Partial<Record<ReadKey, string>>>;
  /** Also invalidates after a failure: someone else may have acted first, or only the response was lost. */
  readonly evenAfterFailure?: boolean;
  /** Doesn't wait for the refetch, so that the screen goes on at once. */
  readonly inBackground?: boolean;
}

/** Invalidates the reads that a write makes outdated. */
export const invalidateAfter = async (
  queryClient: QueryClient,
  { invalidates, inBackground }: WriteEffect,
): Promise<void> => {
  const refetch =
    invalidates === "everything"
      ? queryClient.invalidateQueries()
      : invalidateReads(queryClient, invalidates);
  if (!inBackground) await refetch;
};

/** What a mutation does, in addition to its effect. `Scope` are the arguments of the hook. */
interface Steps<Input, Output, Scope extends readonly unknown[]> extends WriteEffect {
  /** Runs before the reads are invalidated. */
  readonly onSuccess?: (
    output: Output,
    input: Input,
    queryClient: QueryClient,
    ...scope: Scope
  ) => unknown;
}

/** What a component does once the outcome of its mutation is known. */
interface OutcomeHandlers<Output> {
  readonly onSuccess?: (output: Output) => unknown;
  readonly onError?: (error: unknown) => unknown;
}

/**
 * Tells the outcome even if the component that asked for it is gone. The library's own `mutate` doesn't call these
 * handlers then.
 */
export const useLastingMutation = <Output, Input>(
  options: UseMutationOptions<Output, Error, Input>,
): UseMutationResult<Output, Error, Input> => {
  const result = useMutation(options);
  const mutate = (input: Input, { onSuccess, onError }: OutcomeHandlers<Output> = {}) =>
    void result.mutateAsync(input).then(onSuccess, (error: unknown) => onError?.(error));
  // Our handlers take only the first argument.
  return { ...result, mutate: mutate as typeof result.mutate };
};

/**
 * Declares a mutation that sends its requests itself, because one of `mutation` isn't enough. Returns its hook, with
 * the declaration for the test that walks the catalog.
 */
/* @__NO_SIDE_EFFECTS__ */
export const customMutation = <
  Input = void,
  Output = unknown,
  Scope extends readonly unknown[] = readonly [],
>(
  calls: readonly WriteKey[],
  {
    send,
    onSuccess,
    ...effect
  }: Steps<Input, Output, Scope> & {
    readonly send: (input: Input, queryClient: QueryClient, ...scope: Scope) => Promise<Output>;
  },
) => {
  const useDeclaredMutation = (...scope: Scope) =>
    useLastingMutation({
      mutationFn: (input: Input, { client }) => send(input, client, ...scope),
      onSuccess: (output, input, _, { client }) => onSuccess?.(output, input, client, ...scope),
      onSettled: (_output, error, _input, _result, { client }) =>
        error && !effect.evenAfterFailure ? undefined : invalidateAfter(client, effect),
    });
  return Object.assign(useDeclaredMutation, { calls, ...effect });
};

/**
 * Declares a mutation that makes one call: `mutation("DELETE /api/…/:id", { request: (id: string) => ({ as: "admin",
 * params: { id } }), invalidates: […] })`. Returns its hook.
 */
/* @__NO_SIDE_EFFECTS__ */
export const mutation = <
  Key extends WriteKey,
  const Options extends ApiOptions<Key>,
  Input = void,
  Scope extends readonly unknown[] = readonly [],
>(
  key: Key,
  {
    request,
    ...steps
  }: Steps<Input, ApiOutput<Key, RoleOf<Options>>, Scope> & {
    readonly request: (input: Input, ...scope: Scope) => Options | Promise<Options>;
  },
) =>
  customMutation<Input, ApiOutput<Key, RoleOf<Options>>, Scope>([key], {
    ...steps,
    send: async (input, _queryClient, ...scope) =>
      api<Key, Options>(key, ...([await request(input, ...scope)] as never)),
  });
