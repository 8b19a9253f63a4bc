import { countPackages } from "./care-packages.ts";
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
const formatBoxCount = (count: number): string =>
  `${NUMBER_WORDS[count - 1] ?? numberFormat.format(count)} box${count === 1 ? "" : "es"}`;

const BOX_PARTS = [
  { numerator: 1, denominator: 4, words: "a quarter" },
  { numerator: 1, denominator: 3, words: "a third" },
  { numerator: 1, denominator: 2, words: "half" },
  { numerator: 2, denominator: 3, words: "two-thirds" },
  { numerator: 3, denominator: 4, words: "three-quarters" },
] as const;

/**
 * Names the fraction of a box that `cents` pay for, with less than 5% of a box left over. If no fraction fits, returns
 * `part`.
 */
const formatBoxPart = (cents: number, priceCents: number): string =>
  BOX_PARTS.find(({ numerator, denominator }) => {
    const excess = cents * denominator - priceCents * numerator;
    return excess >= 0 && excess * 20 < priceCents * denominator;
  })?.words ?? "part";

/**
 * Describes how many boxes one donation fills, for the middle of a sentence, such as `one box, and half of the next`.
 * It never says zero. For counts, such as the monthly goal, use `countPackages` instead.
 */
export const describeBoxes = (dollars: number, price: number): string => {
  const priceCents = roundToCents(price);
  const boxes = countPackages(dollars, price);
  const remainingCents = roundToCents(dollars) - boxes * priceCents;
  if (boxes > 0 && remainingCents === 0) return formatBoxCount(boxes);
  const part = formatBoxPart(remainingCents, priceCents);
  if (boxes > 0) return `${formatBoxCount(boxes)}, and ${part} of the next`;
  return part === "half" ? "half a box" : `${part} of a box`;
};

/** Describes how many boxes one donation fills, for the start of a line, such as `One box, and half of the next`. */
export const describeBoxesAtLineStart = (dollars: number, price: number): string => {
  const phrase = describeBoxes(dollars, price);
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
};
