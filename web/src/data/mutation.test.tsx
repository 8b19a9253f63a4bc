import { renderHook } from "@testing-library/react";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { describe, expect, test, vi } from "vitest";
import { createQueryClient } from "../app/query-client.ts";
import { storeTokens } from "../testing/fake-supabase.ts";
import { customMutation, mutation, type WriteEffect } from "./mutation.ts";

const DEPOSITS = "GET /api/deposits";
const HOME = "GET /api/home";

/** Renders the hook of a mutation with a cache that has two reads. */
const renderMutation = <Hook,>(useHook: () => Hook) => {
  storeTokens("admin");
  const queryClient = createQueryClient();
  for (const read of [DEPOSITS, HOME]) queryClient.setQueryData([read, {}], "before");
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const { result, unmount } = renderHook(useHook, { wrapper });
  const listStaleReads = () =>
    [DEPOSITS, HOME].filter((read) => queryClient.getQueryState([read, {}])?.isInvalidated);
  return { result, unmount, queryClient, listStaleReads };
};

const closeDeposit = (effect: WriteEffect) =>
  mutation("POST /api/deposits/:id/close", {
    request: (_: void, id: string) => ({ as: "admin", params: { id } }),
    ...effect,
  });

const answer = (status: number) => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json({}, { status }));
  vi.stubGlobal("fetch", fetch);
  return fetch;
};

describe("a mutation", () => {
  test("sends its request with the hook's arguments and resolves to the response", async () => {
    const fetch = answer(200);
    const useClose = closeDeposit({ invalidates: [] });
    const { result } = renderMutation(() => useClose("7"));
    expect(await result.current.mutateAsync()).toEqual({});
    expect(fetch.mock.calls.map(([url]) => url)).toEqual(["/api/deposits/7/close"]);
  });

  test.each([200, 503])(
    "NOTE-01: tells the outcome (%i) even if the component that asked for it is gone",
    async (status) => {
      answer(status);
      const { result, unmount } = renderMutation(() => closeDeposit({ invalidates: [] })("7"));
      const outcome = new Promise((resolve) =>
        result.current.mutate(undefined, {
          onSuccess: () => resolve(200),
          onError: (error) => resolve("status" in error && error.status),
        }),
      );
      unmount();
      expect(await outcome).toBe(status);
    },
  );

  test.each<{ effect: WriteEffect; afterSuccess: string[]; afterFailure: string[] }>([
    { effect: { invalidates: [] }, afterSuccess: [], afterFailure: [] },
    { effect: { invalidates: [DEPOSITS] }, afterSuccess: [DEPOSITS], afterFailure: [] },
    {
      effect: { invalidates: [DEPOSITS], evenAfterFailure: true },
      afterSuccess: [DEPOSITS],
      afterFailure: [DEPOSITS],
    },
    { effect: { invalidates: "everything" }, afterSuccess: [DEPOSITS, HOME], afterFailure: [] },
    {
      effect: { invalidates: [HOME], inBackground: true },
      afterSuccess: [HOME],
      afterFailure: [],
    },
  ])("with $effect invalidates the reads that it names", async (row) => {
    const useClose = closeDeposit(row.effect);
    answer(200);
    const success = renderMutation(() => useClose("7"));
    await success.result.current.mutateAsync();
    await expect.poll(success.listStaleReads).toEqual(row.afterSuccess);
    answer(409);
    const failure = renderMutation(() => useClose("7"));
    await expect(failure.result.current.mutateAsync()).rejects.toThrow("409");
    expect(failure.listStaleReads()).toEqual(row.afterFailure);
  });

  test.each([true, false])(
    "waits for the refetch unless inBackground is set (%s)",
    async (inBackground) => {
      answer(200);
      const useClose = closeDeposit({ invalidates: [HOME], inBackground });
      const { result, queryClient } = renderMutation(() => useClose("7"));
      const refetch = Promise.withResolvers<void>();
      const invalidate = vi
        .spyOn(queryClient, "invalidateQueries")
        .mockReturnValue(refetch.promise);
      const onEnd = vi.fn<() => void>();
      const write = result.current.mutateAsync().then(onEnd);
      await expect.poll(() => invalidate.mock.calls.length).toBe(1);
      await new Promise((resolve) => setTimeout(resolve));
      expect(onEnd).toHaveBeenCalledTimes(inBackground ? 1 : 0);
      refetch.resolve();
      await write;
    },
  );

  test("runs onSuccess with the response, the input and the hook's arguments, then invalidates", async () => {
    const steps: unknown[] = [];
    const useWrite = customMutation([], {
      send: async (input: string, _queryClient, scope: number) => `${input} ${scope}`,
      onSuccess: (output: string, input: string, queryClient, scope: number) =>
        steps.push(output, input, scope, queryClient.getQueryState([HOME, {}])?.isInvalidated),
      invalidates: [HOME],
    });
    const { result, listStaleReads } = renderMutation(() => useWrite(3));
    await result.current.mutateAsync("a");
    expect(steps).toEqual(["a 3", "a", 3, false]);
    expect(listStaleReads()).toEqual([HOME]);
  });
});
