import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { forgetReads } from "./read-query.ts";

test("a write during a query's first load invalidates it", async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const answers: ((answer: string) => void)[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ["GET /api/events"],
    queryFn: () => new Promise<string>((resolve) => void answers.push(resolve)),
  });
  const stop = observer.subscribe(() => undefined);
  const forgotten = forgetReads(queryClient, ["GET /api/events"]);
  answers[0]?.("before");
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.("after");
  await forgotten;
  expect(observer.getCurrentResult()).toMatchObject({ data: "after", isError: false });
  stop();
});
