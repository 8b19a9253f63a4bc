import { packagesFromDollars } from "./care-packages.ts";
import { roundToCents } from "./money.ts";

const NUMBER_WORDS = [
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
] as const;
const numberFormat = new Intl.NumberFormat("en-US");
const boxCountText = (count: number): string =>
  `${NUMBER_WORDS[count - 1] ?? numberFormat.format(count)} box${count === 1 ? "" : "es"}`;

const BOX_PARTS = [
  { numerator: 1, denominator: 4, words: "a quarter" },
  { numerator: 1, denominator: 3, words: "a third" },
  { numerator: 1, denominator: 2, words: "half" },
  { numerator: 2, denominator: 3, words: "two thirds" },
  { numerator: 3, denominator: 4, words: "three quarters" },
] as const;

/** Names the fraction of a box that `cents` fill exactly or exceed by less than 5% of a box; otherwise `part`. */
const boxPartText = (cents: number, priceCents: number): string =>
  BOX_PARTS.find(({ numerator, denominator }) => {
    const excess = cents * denominator - priceCents * numerator;
    return excess >= 0 && excess * 20 < priceCents * denominator;
  })?.words ?? "part";

/**
 * Says what one donation fills, for the middle of a sentence: `one box, and half of the next`; never 0. Counts such as
 * the goal use `packagesFromDollars` instead.
 */
export const boxesPhrase = (dollars: number, price: number): string => {
  const priceCents = roundToCents(price);
  const boxes = packagesFromDollars(dollars, price);
  const restCents = roundToCents(dollars) - boxes * priceCents;
  if (boxes > 0 && restCents === 0) return boxCountText(boxes);
  const part = boxPartText(restCents, priceCents);
  return boxes === 0 ? `${part} of a box` : `${boxCountText(boxes)}, and ${part} of the next`;
};

/** Says what one donation fills, for the start of a line: `One box, and half of the next`. */
export const boxesText = (dollars: number, price: number): string => {
  const phrase = boxesPhrase(dollars, price);
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
};
