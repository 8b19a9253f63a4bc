import { expect, it, vi } from "vitest";
import { loadOnce } from "./load-once.ts";

it("loads once for several callers, and again after a failure", async () => {
  const load = vi.fn<(source: string) => Promise<string>>();
  load.mockRejectedValueOnce(new Error("The database is down."));
  load.mockImplementation((source) => Promise.resolve(source.toUpperCase()));
  const loadText = loadOnce(load);
  await expect(Promise.all([loadText("a"), loadText("a")])).rejects.toThrow("down");
  await expect(Promise.all([loadText("b"), loadText("c")])).resolves.toEqual(["B", "B"]);
  expect(load).toHaveBeenCalledTimes(2);
});
