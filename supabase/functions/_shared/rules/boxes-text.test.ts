import { expect, test } from "vitest";
import { boxesPhrase, boxesText } from "./boxes-text.ts";

test.each([
  [1, "part of a box"],
  [5, "part of a box"],
  [12, "part of a box"],
  [12.5, "a quarter of a box"],
  [13, "a quarter of a box"],
  [14.99, "a quarter of a box"],
  [15, "part of a box"],
  [16.66, "part of a box"],
  [17, "a third of a box"],
  [19, "a third of a box"],
  [20, "part of a box"],
  [24.99, "part of a box"],
  [25, "half of a box"],
  [27, "half of a box"],
  [27.5, "part of a box"],
  [33, "part of a box"],
  [34, "two thirds of a box"],
  [35, "two thirds of a box"],
  [36, "part of a box"],
  [37.5, "three quarters of a box"],
  [39, "three quarters of a box"],
  [40, "part of a box"],
  [49, "part of a box"],
  [49.99, "part of a box"],
  [50, "one box"],
  [50.01, "one box, and part of the next"],
  [60, "one box, and part of the next"],
  [63, "one box, and a quarter of the next"],
  [67, "one box, and a third of the next"],
  [75, "one box, and half of the next"],
  [84, "one box, and two thirds of the next"],
  [88, "one box, and three quarters of the next"],
  [99.99, "one box, and part of the next"],
  [100, "two boxes"],
  [125, "two boxes, and half of the next"],
  [250, "five boxes"],
  [500, "ten boxes"],
  [550, "11 boxes"],
  [1_030, "20 boxes, and part of the next"],
  [100_000, "2,000 boxes"],
])("says that $%d fills %s at $50 a box", (dollars, text) => {
  expect(boxesPhrase(dollars, 50)).toBe(text);
  expect(boxesText(dollars, 50)).toBe(text.replace(/^[a-z]/, (letter) => letter.toUpperCase()));
});

test.each([
  [30, 40, "three quarters of a box"],
  [50, 40, "one box, and a quarter of the next"],
  [20, 60, "a third of a box"],
  [33.34, 50.01, "two thirds of a box"],
])("$%d fills the same part at a price of $%d: %s", (dollars, price, text) => {
  expect(boxesPhrase(dollars, price)).toBe(text);
});
