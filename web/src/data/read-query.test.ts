import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { invalidateReads } from "./read-query.ts";

test("a write during a query's first load invalidates it", async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const resolvers: ((data: string) => void)[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ["GET /api/events"],
    queryFn: () => new Promise<string>((resolve) => void resolvers.push(resolve)),
  });
  const unsubscribe = observer.subscribe(() => undefined);
  const invalidation = invalidateReads(queryClient, ["GET /api/events"]);
  resolvers[0]?.("before");
  await expect.poll(() => resolvers.length).toBe(2);
  resolvers[1]?.("after");
  await invalidation;
  expect(observer.getCurrentResult()).toMatchObject({ data: "after", isError: false });
  unsubscribe();
});
