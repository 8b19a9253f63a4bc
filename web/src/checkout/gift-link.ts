import type { GivingTerms } from "../data/home/queries.ts";
import {
  DEFAULT_GIFT,
  HERO_LEVELS,
  heldGift,
  parseAmount,
  startGift,
  type GiftForm,
  type GiftLevels,
} from "./gift.ts";

const PAGE_LEVELS: GiftLevels = [
  { amount: 25, label: "Care Package Item" },
  ...HERO_LEVELS.slice(1),
  { amount: 500, label: "Monthly Impact" },
];

/** All of the organisation's levels, or the documented ones (P§2). */
export const pageLevels = ({ giftLevels }: GivingTerms): GiftLevels =>
  giftLevels.length > 0 ? giftLevels : PAGE_LEVELS;

/** What a link asks for; an amount that is not on offer, or none at all, stands in the field for others. */
const linkedGift = (search: URLSearchParams, levels: GiftLevels): GiftForm => {
  const asked = heldGift(search, levels);
  const typed = asked.other || (search.get("amount") ?? "");
  const start = { ...startGift(levels), frequency: asked.frequency };
  // Words are no amount; figures with cents are shown, and said what is wrong with.
  if (!/\d/.test(typed)) return start;
  const amount = parseAmount(typed);
  return levels.some((level) => level.amount === amount)
    ? { ...start, level: amount }
    : { ...start, other: amount === 0 ? typed : String(amount) };
};

/** What the visitor has chosen already counts, then what the link asks for. */
export const firstGift = (
  held: URLSearchParams,
  search: URLSearchParams,
  levels: GiftLevels,
): GiftForm => {
  const chosen = heldGift(held, levels);
  const linked = linkedGift(search, levels);
  const hasAmount = chosen.other !== "" || chosen.level !== startGift(levels).level;
  return {
    ...(hasAmount ? chosen : linked),
    frequency: chosen.frequency === DEFAULT_GIFT.frequency ? linked.frequency : chosen.frequency,
  };
};
