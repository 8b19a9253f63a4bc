import { expect, test } from "vitest";
import { BOX_PHRASES } from "../../../tests/box-phrases.ts";
import { boxesPhrase, boxesText } from "./boxes-text.ts";

test.each(BOX_PHRASES)("says that $%d fills %s at $50 a box", (dollars, text) => {
  expect(boxesPhrase(dollars, 50)).toBe(text);
  expect(boxesText(dollars, 50)).toBe(text.replace(/^[a-z]/, (letter) => letter.toUpperCase()));
});

test.each([
  [30, 40, "three quarters of a box"],
  [50, 40, "one box, and a quarter of the next"],
  [20, 60, "a third of a box"],
  [33.34, 50.01, "two thirds of a box"],
])("says that $%d at $%d a box fills %s", (dollars, price, text) => {
  expect(boxesPhrase(dollars, price)).toBe(text);
});
