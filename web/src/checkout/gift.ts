import {
  DEFAULT_DONATION_DOLLARS,
  DONATION_FREQUENCIES,
  MAX_DONATION_CENTS,
  MIN_DONATION_CENTS,
  type DonationFrequency,
} from "#contracts/limits.ts";
import { money } from "../lib/format.ts";

export interface Gift {
  /** Whole dollars; 0 while the custom amount is not a number (P§5). */
  readonly amount: number;
  readonly frequency: DonationFrequency;
}

export interface AmountPreset {
  readonly amount: number;
  readonly caption: string;
}

/** What the form holds: one of the amounts it offers, or another one as it was typed. */
export interface GiftForm {
  readonly frequency: DonationFrequency;
  readonly preset: number;
  readonly other: string;
}

export const DEFAULT_GIFT: GiftForm = {
  frequency: "one-time",
  preset: DEFAULT_DONATION_DOLLARS,
  other: "",
};

export const HERO_PRESETS: readonly AmountPreset[] = [
  { amount: 25, caption: "Care Item" },
  { amount: 50, caption: "Half Package" },
  { amount: 100, caption: "Full Package" },
  { amount: 250, caption: "Family Support" },
];

export const PAGE_PRESETS: readonly AmountPreset[] = [
  { amount: 25, caption: "Care Package Item" },
  { amount: 50, caption: "Half Package" },
  { amount: 100, caption: "Full Package" },
  { amount: 250, caption: "Family Support" },
  { amount: 500, caption: "Monthly Impact" },
];

/** A custom amount is an integer; anything else counts as 0 (P§5). */
export const parseAmount = (typed: string): number => {
  const amount = Number.parseInt(typed.replace(/[$,\s]/g, ""), 10);
  return Number.isFinite(amount) && amount > 0 ? amount : 0;
};

export const giftOf = ({ frequency, preset, other }: GiftForm): Gift => ({
  frequency,
  amount: other === "" ? preset : parseAmount(other),
});

const isFrequency = (value: string | null): value is DonationFrequency =>
  (DONATION_FREQUENCIES as readonly (string | null)[]).includes(value);

/** The form and a link name a gift alike: `?frequency=monthly&amount=100&other=` */
const readGift = (from: URLSearchParams): GiftForm => {
  const frequency = from.get("frequency");
  return {
    frequency: isFrequency(frequency) ? frequency : DEFAULT_GIFT.frequency,
    preset: parseAmount(from.get("amount") ?? "") || DEFAULT_GIFT.preset,
    other: from.get("other") ?? "",
  };
};

/** What a link asks for; an amount that is not on offer stands in the field for others. */
const linkedGift = (search: URLSearchParams, presets: readonly AmountPreset[]): GiftForm => {
  const { frequency, preset, other } = readGift(search);
  const amount = parseAmount(other) || preset;
  return presets.some((offered) => offered.amount === amount)
    ? { frequency, preset: amount, other: "" }
    : { frequency, preset: DEFAULT_GIFT.preset, other: String(amount) };
};

/** What the visitor has chosen already counts, then what the link asks for. */
export const firstGift = (
  held: URLSearchParams,
  search: URLSearchParams,
  presets: readonly AmountPreset[],
): GiftForm => {
  const chosen = readGift(held);
  const linked = linkedGift(search, presets);
  const hasAmount = chosen.other !== "" || chosen.preset !== DEFAULT_GIFT.preset;
  return {
    ...(hasAmount ? chosen : linked),
    frequency: chosen.frequency === DEFAULT_GIFT.frequency ? linked.frequency : chosen.frequency,
  };
};

const MIN_DOLLARS = MIN_DONATION_CENTS / 100;
const MAX_DOLLARS = MAX_DONATION_CENTS / 100;

/** Why this amount cannot be given, if so. */
export const amountProblem = (amount: number): string | undefined => {
  if (amount < MIN_DOLLARS) return `Please enter an amount of at least ${money(MIN_DOLLARS)}.`;
  if (amount > MAX_DOLLARS) {
    return `Online gifts go up to ${money(MAX_DOLLARS)}. Please write to us about a larger one.`;
  }
  return undefined;
};

/** `$50` or `$50 a month` */
export const giftText = ({ amount, frequency }: Gift): string =>
  frequency === "monthly" ? `${money(amount)} a month` : money(amount);
