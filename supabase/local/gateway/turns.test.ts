import { expect, it } from "vitest";
import { createTurns, writesStorage } from "./turns.ts";

it("runs tasks one at a time and continues after a failed one", async () => {
  const inTurn = createTurns();
  const seen: string[] = [];
  const task =
    (name: string, fails = false) =>
    async () => {
      seen.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      seen.push(`${name} ends`);
      if (fails) throw new Error(name);
    };
  const results = await Promise.allSettled([inTurn(task("a", true)), inTurn(task("b"))]);
  expect(seen).toEqual(["a begins", "a ends", "b begins", "b ends"]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
});

it.each([
  ["PUT", "/storage/v1/object/upload/sign/uploads/x", true],
  ["DELETE", "/storage/v1/object/uploads", true],
  ["GET", "/storage/v1/object/public/images/x", false],
  ["POST", "/rest/v1/events", false],
])("%s %s writes to Storage: %s", (method, path, writes) => {
  expect(writesStorage(new Request(`http://localhost${path}`, { method }))).toBe(writes);
});
