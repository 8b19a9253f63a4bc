import { expect, test } from "vitest";
import { signedPercent } from "./month-change.tsx";

test.each([
  [1200, "+1,200%"],
  [0, "0%"],
  [-41, "−41%"],
])("formats a change of %d percent as %s", (percent, text) => {
  expect(signedPercent(percent)).toBe(text);
});
