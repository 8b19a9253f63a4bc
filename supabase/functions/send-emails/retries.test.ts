import { expect, it } from "vitest";
import { delayAfter } from "./retries.ts";

it("retries at growing intervals for almost two days, then gives up", () => {
  const minutes = [1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => (delayAfter(attempts) ?? NaN) / 60);
  expect(minutes).toEqual([1, 5, 30, 120, 360, 720, 1440, NaN]);
});
