import { expect, test } from "vitest";
import { BOX_PHRASES } from "../../../tests/box-phrases.ts";
import { describeBoxes, describeBoxesAtLineStart } from "./describe-boxes.ts";

test.each(BOX_PHRASES)("a donation of $%d fills %s at $50 a box", (dollars, text) => {
  expect(describeBoxes(dollars, 50)).toBe(text);
  expect(describeBoxesAtLineStart(dollars, 50)).toBe(
    text.replace(/^[a-z]/, (letter) => letter.toUpperCase()),
  );
});

test.each([
  [30, 40, "three-quarters of a box"],
  [50, 40, "one box, and a quarter of the next"],
  [20, 60, "a third of a box"],
  [33.34, 50.01, "two-thirds of a box"],
])("a donation of $%d at $%d a box fills %s", (dollars, price, text) => {
  expect(describeBoxes(dollars, price)).toBe(text);
});
