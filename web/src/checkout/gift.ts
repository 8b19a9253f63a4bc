import {
  DEFAULT_DONATION_DOLLARS,
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

export const DEFAULT_GIFT: Gift = { amount: DEFAULT_DONATION_DOLLARS, frequency: "one-time" };

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
