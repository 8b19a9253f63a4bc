import { expect, test } from "vitest";
import { signedPercent } from "./month-change.tsx";

test.each([
  [1200, "+1,200%"],
  [0, "0%"],
  [-41, "−41%"],
])("a change of %d reads %s, with a true minus sign", (percent, text) => {
  expect(signedPercent(percent)).toBe(text);
});
