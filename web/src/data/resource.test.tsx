import { renderHook, waitFor } from "@testing-library/react";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "../app/query-client.ts";
import { keepTokens } from "../testing/fake-supabase.ts";
import {
  useCreateRecord,
  useMoveRecord,
  useRemoveRecord,
  useUpdateRecord,
  useUpdateRecords,
  type SavedRecord,
} from "./resource.ts";
import { useSaveSingleRecord, type SingleRecord } from "./single-record.ts";

type AnyResource = SavedRecord<{ readonly id: string }, unknown, unknown>;
type AnySingleRecord = SingleRecord<unknown, unknown>;

const exportedValues = (modules: Record<string, object>) =>
  Object.values(modules).flatMap((module) => Object.values(module) as unknown[]);

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const resources = exportedValues(
  import.meta.glob<object>("./*/resource.ts", { eager: true }),
).filter((value): value is AnyResource => isObject(value) && "list" in value);

const singleRecords = exportedValues(
  import.meta.glob<object>("./*/single-record.ts", { eager: true }),
).filter((value): value is AnySingleRecord => isObject(value) && "save" in value);

interface Write {
  readonly title: string;
  readonly shownReads: readonly string[];
  readonly useWrite: () => () => Promise<unknown>;
}

const change = { id: "1", changes: {} };

const writesOf = (of: AnyResource): readonly Write[] => {
  const shownReads = [of.list, ...(of.shownBy ?? [])];
  const write = (title: string, useWrite: Write["useWrite"]) => ({ title, shownReads, useWrite });
  return [
    of.create &&
      write(of.create, () => {
        const { mutateAsync } = useCreateRecord(of);
        return () => mutateAsync({ values: {}, idempotencyKey: "one-try" });
      }),
    of.update &&
      write(of.update, () => {
        const { mutateAsync } = useUpdateRecord(of);
        return () => mutateAsync(change);
      }),
    of.update &&
      write(`${of.update}, several`, () => {
        const { mutateAsync } = useUpdateRecords(of);
        return () => mutateAsync([change, { ...change, id: "2" }]);
      }),
    of.update &&
      write(`${of.update}, moving`, () => {
        const { mutateAsync } = useMoveRecord(of, ["seen"]);
        return () => mutateAsync({ id: "1", order: 1 });
      }),
    of.remove &&
      write(of.remove, () => {
        const { mutateAsync } = useRemoveRecord(of);
        return () => mutateAsync("1");
      }),
  ].filter((write) => write !== undefined);
};

const singleRecordWrites = singleRecords.map((of): Write => ({
  title: of.save,
  shownReads: [of.read, ...of.shownBy],
  useWrite: () => {
    const { mutateAsync } = useSaveSingleRecord(of);
    return () => mutateAsync({});
  },
}));

test.each([...resources.flatMap(writesOf), ...singleRecordWrites])(
  "$title: invalidates every read that shows the record",
  async ({ shownReads, useWrite }) => {
    keepTokens("admin");
    vi.stubGlobal("fetch", async () => Response.json({}));
    const queryClient = createQueryClient();
    for (const key of shownReads) queryClient.setQueryData([key, {}], "before");
    const staleReads = () =>
      shownReads.filter((key) => queryClient.getQueryState([key, {}])?.isInvalidated);
    expect(staleReads()).toEqual([]);
    const wrapper = ({ children }: { readonly children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    );
    const { result } = renderHook(useWrite, { wrapper });
    await result.current();
    await waitFor(() => expect(staleReads()).toEqual(shownReads));
  },
);

test("finds the resources and the single records", () => {
  expect(resources.length).toBeGreaterThan(10);
  expect(singleRecords.length).toBeGreaterThan(3);
});
