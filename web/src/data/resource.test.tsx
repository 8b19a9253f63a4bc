import { renderHook } from "@testing-library/react";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../app/query-client.ts";
import { storeTokens } from "../testing/fake-supabase.ts";
import {
  resource,
  useCreateRecord,
  useInvalidateRecords,
  useMoveRecord,
  useRecords,
  useRemoveRecord,
  useUpdateRecord,
  useUpdateRecords,
} from "./resource.ts";
import { singleRecord, useSaveSingleRecord } from "./single-record.ts";

const LIST = "GET /api/locations";
const items = resource({
  list: LIST,
  create: "POST /api/locations",
  update: "PUT /api/locations/:id",
  remove: "DELETE /api/locations/:id",
  invalidates: ["GET /api/home"],
});
const hero = singleRecord({
  read: "GET /api/hero-section",
  save: "POST /api/update-hero-section",
  invalidates: ["GET /api/home"],
});
const change = { id: "1", changes: {} };

const renderWithCache = <Result,>(useHook: () => Result, reads: readonly string[] = []) => {
  storeTokens("admin");
  const queryClient = createQueryClient();
  for (const read of reads) queryClient.setQueryData([read, {}], "before");
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  return { queryClient, wrapper, ...renderHook(useHook, { wrapper }) };
};

const writes: Readonly<Record<string, () => () => Promise<unknown>>> = {
  "creating a record": () => {
    const { mutateAsync } = useCreateRecord(items);
    return () => mutateAsync({ values: {} as never, idempotencyKey: "one-try" });
  },
  "updating a record": () => {
    const { mutateAsync } = useUpdateRecord(items);
    return () => mutateAsync(change);
  },
  "updating several records": () => {
    const { mutateAsync } = useUpdateRecords(items);
    return () => mutateAsync([change, { ...change, id: "2" }] as never);
  },
  "moving a record": () => {
    const { mutateAsync } = useMoveRecord(items, ["seen"]);
    return () => mutateAsync({ id: "1", order: 1 });
  },
  "removing a record": () => {
    const { mutateAsync } = useRemoveRecord(items);
    return () => mutateAsync({ id: "1", version: undefined });
  },
  "refetching records": () => useInvalidateRecords(items),
  "saving a single record": () => {
    const { mutateAsync } = useSaveSingleRecord(hero);
    return () => mutateAsync({});
  },
};

test.each(Object.entries(writes))(
  "%s invalidates its own read and the others that it names",
  async (title, useWrite) => {
    vi.stubGlobal("fetch", async () => Response.json({}));
    const reads = [title === "saving a single record" ? hero.read : LIST, "GET /api/home"];
    const { queryClient, result } = renderWithCache(useWrite, reads);
    await result.current();
    expect(reads.filter((read) => !queryClient.getQueryState([read, {}])?.isInvalidated)).toEqual(
      [],
    );
  },
);

test.each([true, false])(
  "opening a list again refetches it if isRefetchedOnMount is %s",
  async (isRefetchedOnMount) => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json([]));
    vi.stubGlobal("fetch", fetch);
    const list = resource({ list: LIST, isRefetchedOnMount });
    const { result, unmount, wrapper } = renderWithCache(() => useRecords(list, {}));
    await expect.poll(() => result.current.isSuccess).toBe(true);
    unmount();
    const again = renderHook(() => useRecords(list, {}), { wrapper });
    await expect.poll(() => again.result.current.isFetching).toBe(false);
    expect(fetch).toHaveBeenCalledTimes(isRefetchedOnMount ? 2 : 1);
  },
);
