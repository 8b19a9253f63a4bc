import { expect, test } from "vitest";
import { createQueryClient } from "./query-client.ts";

test("NOTE-09, NOTE-10: reads never go stale and aren't refetched automatically or retried", () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions();
  expect(queries).toMatchObject({
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
  expect(mutations).toMatchObject({ retry: false });
});
