import { renderHook, waitFor } from "@testing-library/react";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../app/query-client.ts";
import { storeTokens } from "../testing/fake-supabase.ts";
import {
  useCreateRecord,
  useMoveRecord,
  useRemoveRecord,
  useUpdateRecord,
  useUpdateRecords,
  type WritableResource,
} from "./resource.ts";
import { useSaveSingleRecord, type SingleRecord } from "./single-record.ts";

type AnyResource = WritableResource<{ readonly id: string }, unknown, unknown>;
type AnySingleRecord = SingleRecord<unknown, unknown>;

const listExportedValues = (modules: Record<string, object>) =>
  Object.values(modules).flatMap((module) => Object.values(module) as unknown[]);

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const resources = listExportedValues(
  import.meta.glob<object>("./*/resource.ts", { eager: true }),
).filter((value): value is AnyResource => isObject(value) && "list" in value);

const singleRecords = listExportedValues(
  import.meta.glob<object>("./*/mutations.ts", { eager: true }),
).filter((value): value is AnySingleRecord => isObject(value) && "read" in value);

interface Write {
  readonly title: string;
  readonly affectedReads: readonly string[];
  readonly useWrite: () => () => Promise<unknown>;
}

const change = { id: "1", changes: {} };

const listWrites = (definition: AnyResource): readonly Write[] => {
  const affectedReads = [definition.list, ...(definition.invalidates ?? [])];
  const write = (title: string, useWrite: Write["useWrite"]) => ({
    title,
    affectedReads,
    useWrite,
  });
  return [
    definition.create &&
      write(definition.create, () => {
        const { mutateAsync } = useCreateRecord(definition);
        return () => mutateAsync({ values: {}, idempotencyKey: "one-try" });
      }),
    definition.update &&
      write(definition.update, () => {
        const { mutateAsync } = useUpdateRecord(definition);
        return () => mutateAsync(change);
      }),
    definition.update &&
      write(`${definition.update} for several records`, () => {
        const { mutateAsync } = useUpdateRecords(definition);
        return () => mutateAsync([change, { ...change, id: "2" }]);
      }),
    definition.update &&
      write(`${definition.update} to move a record`, () => {
        const { mutateAsync } = useMoveRecord(definition, ["seen"]);
        return () => mutateAsync({ id: "1", order: 1 });
      }),
    definition.remove &&
      write(definition.remove, () => {
        const { mutateAsync } = useRemoveRecord(definition);
        return () => mutateAsync("1");
      }),
  ].filter((write) => write !== undefined);
};

const singleRecordWrites = singleRecords.map((definition): Write => ({
  title: definition.save,
  affectedReads: [definition.read, ...definition.invalidates],
  useWrite: () => {
    const { mutateAsync } = useSaveSingleRecord(definition);
    return () => mutateAsync({});
  },
}));

test.each([...resources.flatMap(listWrites), ...singleRecordWrites])(
  "$title invalidates every read that shows the record",
  async ({ affectedReads, useWrite }) => {
    storeTokens("admin");
    vi.stubGlobal("fetch", async () => Response.json({}));
    const queryClient = createQueryClient();
    for (const key of affectedReads) queryClient.setQueryData([key, {}], "before");
    const findStaleReads = () =>
      affectedReads.filter((key) => queryClient.getQueryState([key, {}])?.isInvalidated);
    expect(findStaleReads()).toEqual([]);
    const wrapper = ({ children }: { readonly children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    );
    const { result } = renderHook(useWrite, { wrapper });
    await result.current();
    await waitFor(() => expect(findStaleReads()).toEqual(affectedReads));
  },
);

test("there are resources and single records to test", () => {
  expect(resources.length).toBeGreaterThan(10);
  expect(singleRecords.length).toBeGreaterThan(3);
});
