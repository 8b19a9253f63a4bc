import { expect, it } from "vitest";
import { createTaskQueue, isStorageWrite } from "./task-queue.ts";

it("tasks run one at a time, even after one has failed", async () => {
  const enqueue = createTaskQueue();
  const taskEvents: string[] = [];
  const task =
    (name: string, shouldFail = false) =>
    async () => {
      taskEvents.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      taskEvents.push(`${name} ends`);
      if (shouldFail) throw new Error(name);
    };
  const results = await Promise.allSettled([enqueue(task("a", true)), enqueue(task("b"))]);
  expect(taskEvents).toEqual(["a begins", "a ends", "b begins", "b ends"]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
});

it.each([
  ["PUT", "/storage/v1/object/upload/sign/uploads/x", "writes"],
  ["DELETE", "/storage/v1/object/uploads", "writes"],
  ["GET", "/storage/v1/object/public/images/x", "doesn't write"],
  ["POST", "/rest/v1/events", "doesn't write"],
])("a %s request to %s %s to Storage", (method, path, verb) => {
  expect(isStorageWrite(new Request(`http://localhost${path}`, { method }))).toBe(
    verb === "writes",
  );
});
