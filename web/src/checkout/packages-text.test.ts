import { expect, test } from "vitest";
import { DOCUMENTED_TERMS } from "../data/home/queries.ts";
import { packagesText } from "./packages-text.ts";

test.each([
  [1, "2% of a care package"],
  [25, "half of a care package"],
  [49, "98% of a care package"],
  [50, "1 complete care package"],
  [149, "2 complete care packages"],
])("DON-42: $%d provides %s, never 0 packages", (amount, text) => {
  expect(packagesText(amount, DOCUMENTED_TERMS)).toBe(text);
});
