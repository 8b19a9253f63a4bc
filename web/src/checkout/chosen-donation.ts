import type { DonationFrequency } from "#contracts/choices.ts";
import { DEFAULT_DONATION_DOLLARS } from "#contracts/limits.ts";
import type { GivingTerms } from "../data/home/queries.ts";
import { money } from "../lib/format.ts";

export interface ChosenDonation {
  /** Whole dollars; 0 while the custom amount isn't a whole number (DON-36). */
  readonly amount: number;
  readonly frequency: DonationFrequency;
}

export type GiftLevels = GivingTerms["giftLevels"];

/** The form's state: an offered level, or a custom amount as typed. */
export interface DonationForm {
  readonly frequency: DonationFrequency;
  readonly level: number;
  readonly other: string;
}

export const DEFAULT_DONATION_FORM: DonationForm = {
  frequency: "one-time",
  level: DEFAULT_DONATION_DOLLARS,
  other: "",
};

export const HERO_LEVELS: GiftLevels = [
  { amount: 25, label: "Care Item" },
  { amount: 50, label: "Half Package" },
  { amount: 100, label: "Full Package" },
  { amount: 250, label: "Family Support" },
];

/**
 * Returns the organization's own levels, or the documented ones if it has none (DON-04..07). The home page has room for
 * four.
 */
export const getHeroLevels = ({ giftLevels }: GivingTerms): GiftLevels =>
  giftLevels.length > 0 ? giftLevels.slice(0, HERO_LEVELS.length) : HERO_LEVELS;

const DOLLARS_PATTERN = /^\$?\s*(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d*))?$/;

const readDollars = (input: string) => {
  const [, dollars = "", cents] = DOLLARS_PATTERN.exec(input.trim()) ?? [];
  return {
    isNumber: dollars !== "",
    dollars: Number(dollars.replaceAll(",", "")),
    cents: Number(cents),
  };
};

/** Returns a custom amount in whole dollars, or 0 if it isn't one (DON-36). */
export const parseAmount = (input: string): number => {
  const { dollars, cents } = readDollars(input);
  return cents > 0 ? 0 : dollars;
};

export const chosenDonation = ({ frequency, level, other }: DonationForm): ChosenDonation => ({
  frequency,
  amount: other === "" ? level : parseAmount(other),
});

/** Selects the level nearest to $50. */
export const createDefaultDonationForm = (levels: GiftLevels): DonationForm => {
  const distance = (amount: number) => Math.abs(amount - DEFAULT_DONATION_FORM.level);
  const amounts = levels.map(({ amount }) => amount);
  const [level = DEFAULT_DONATION_FORM.level] = amounts.sort(
    (left, right) => distance(left) - distance(right),
  );
  return { ...DEFAULT_DONATION_FORM, level };
};

/** Reads the values of a form from URL parameters. */
export const parseDonationForm = (params: URLSearchParams, levels: GiftLevels): DonationForm => ({
  frequency: params.get("frequency") === "monthly" ? "monthly" : DEFAULT_DONATION_FORM.frequency,
  level: parseAmount(params.get("amount") ?? "") || createDefaultDonationForm(levels).level,
  other: params.get("other") ?? "",
});

export const findAmountProblem = (
  form: DonationForm,
  { minDonation, maxDonation }: GivingTerms,
): string | undefined => {
  const { amount } = chosenDonation(form);
  if (form.other !== "") {
    const { isNumber, dollars, cents } = readDollars(form.other);
    if (!isNumber || cents > 0) return `Enter a whole dollar amount, such as ${dollars || 75}.`;
  }
  if (amount < minDonation) return `Enter an amount of at least ${money(minDonation)}.`;
  if (amount > maxDonation) {
    return `Online gifts can be up to ${money(maxDonation)}. To give more, please contact us.`;
  }
  return undefined;
};

/** Returns text such as `$50` or `$50 a month`. */
export const formatDonation = ({ amount, frequency }: ChosenDonation): string =>
  frequency === "monthly" ? `${money(amount)} a month` : money(amount);
