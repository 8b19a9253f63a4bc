import { expect, it } from "vitest";
import { createTurns, writesStorage } from "./turns.ts";

it("runs tasks one at a time and continues after a failed one", async () => {
  const runInTurn = createTurns();
  const taskEvents: string[] = [];
  const task =
    (name: string, fails = false) =>
    async () => {
      taskEvents.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      taskEvents.push(`${name} ends`);
      if (fails) throw new Error(name);
    };
  const results = await Promise.allSettled([runInTurn(task("a", true)), runInTurn(task("b"))]);
  expect(taskEvents).toEqual(["a begins", "a ends", "b begins", "b ends"]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
});

it.each([
  ["PUT", "/storage/v1/object/upload/sign/uploads/x", true],
  ["DELETE", "/storage/v1/object/uploads", true],
  ["GET", "/storage/v1/object/public/images/x", false],
  ["POST", "/rest/v1/events", false],
])("for %s %s, returns whether it writes to Storage: %s", (method, path, writes) => {
  expect(writesStorage(new Request(`http://localhost${path}`, { method }))).toBe(writes);
});
