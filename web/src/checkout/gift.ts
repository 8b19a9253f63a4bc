import {
  DEFAULT_DONATION_DOLLARS,
  DONATION_FREQUENCIES,
  type DonationFrequency,
} from "#contracts/limits.ts";
import type { GivingTerms } from "../data/home/queries.ts";
import { money } from "../lib/format.ts";

export interface Gift {
  /** Whole dollars; 0 while the custom amount is not a number (P§5). */
  readonly amount: number;
  readonly frequency: DonationFrequency;
}

type GiftLevels = GivingTerms["giftLevels"];

/** What the form holds: one of the amounts it offers, or another one as it was typed. */
export interface GiftForm {
  readonly frequency: DonationFrequency;
  readonly level: number;
  readonly other: string;
}

export const DEFAULT_GIFT: GiftForm = {
  frequency: "one-time",
  level: DEFAULT_DONATION_DOLLARS,
  other: "",
};

const HERO_LEVELS: GiftLevels = [
  { amount: 25, label: "Care Item" },
  { amount: 50, label: "Half Package" },
  { amount: 100, label: "Full Package" },
  { amount: 250, label: "Family Support" },
];

const PAGE_LEVELS: GiftLevels = [
  { amount: 25, label: "Care Package Item" },
  ...HERO_LEVELS.slice(1),
  { amount: 500, label: "Monthly Impact" },
];

/** The organisation's own levels, or the documented ones (P§2, P§4). The home page has room for four. */
export const heroLevels = ({ giftLevels }: GivingTerms): GiftLevels =>
  giftLevels.length > 0 ? giftLevels.slice(0, HERO_LEVELS.length) : HERO_LEVELS;

export const pageLevels = ({ giftLevels }: GivingTerms): GiftLevels =>
  giftLevels.length > 0 ? giftLevels : PAGE_LEVELS;

/** A custom amount is an integer; anything else counts as 0 (P§5). */
export const parseAmount = (typed: string): number => {
  const amount = Number.parseInt(typed.replace(/[$,\s]/g, ""), 10);
  return Number.isFinite(amount) && amount > 0 ? amount : 0;
};

export const giftOf = ({ frequency, level, other }: GiftForm): Gift => ({
  frequency,
  amount: other === "" ? level : parseAmount(other),
});

const isFrequency = (value: string | null): value is DonationFrequency =>
  (DONATION_FREQUENCIES as readonly (string | null)[]).includes(value);

/** The form and a link name a gift alike: `?frequency=monthly&amount=100&other=` */
const readGift = (from: URLSearchParams): GiftForm => {
  const frequency = from.get("frequency");
  return {
    frequency: isFrequency(frequency) ? frequency : DEFAULT_GIFT.frequency,
    level: parseAmount(from.get("amount") ?? "") || DEFAULT_GIFT.level,
    other: from.get("other") ?? "",
  };
};

/** What a link asks for; an amount that is not on offer stands in the field for others. */
const linkedGift = (search: URLSearchParams, levels: GiftLevels): GiftForm => {
  const { frequency, level, other } = readGift(search);
  const amount = parseAmount(other) || level;
  return levels.some((level) => level.amount === amount)
    ? { frequency, level: amount, other: "" }
    : { frequency, level: DEFAULT_GIFT.level, other: String(amount) };
};

/** What the visitor has chosen already counts, then what the link asks for. */
export const firstGift = (
  held: URLSearchParams,
  search: URLSearchParams,
  levels: GiftLevels,
): GiftForm => {
  const chosen = readGift(held);
  const linked = linkedGift(search, levels);
  const hasAmount = chosen.other !== "" || chosen.level !== DEFAULT_GIFT.level;
  return {
    ...(hasAmount ? chosen : linked),
    frequency: chosen.frequency === DEFAULT_GIFT.frequency ? linked.frequency : chosen.frequency,
  };
};

/** Why this amount cannot be given, if so. */
export const amountProblem = (
  amount: number,
  { minDonation, maxDonation }: GivingTerms,
): string | undefined => {
  if (amount < minDonation) return `Please enter an amount of at least ${money(minDonation)}.`;
  if (amount > maxDonation) {
    return `Online gifts go up to ${money(maxDonation)}. Please write to us about a larger one.`;
  }
  return undefined;
};

/** `$50` or `$50 a month` */
export const giftText = ({ amount, frequency }: Gift): string =>
  frequency === "monthly" ? `${money(amount)} a month` : money(amount);
