import { expect, it } from "vitest";
import { getDelaySeconds } from "./retries.ts";

it("a failed email is retried at increasing intervals until almost two days have passed", () => {
  const delaysInMinutes = [1, 2, 3, 4, 5, 6, 7, 8].map(
    (attempts) => (getDelaySeconds(attempts) ?? NaN) / 60,
  );
  expect(delaysInMinutes).toEqual([1, 5, 30, 120, 360, 720, 1440, NaN]);
});
