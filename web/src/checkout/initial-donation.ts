import type { GivingTerms } from "../data/home/queries.ts";
import {
  findAmountProblem,
  DEFAULT_DONATION_FORM,
  HERO_LEVELS,
  parseDonationForm,
  parseAmount,
  createDefaultDonationForm,
  type DonationForm,
  type GiftLevels,
} from "./chosen-donation.ts";

const PAGE_LEVELS: GiftLevels = [
  { amount: 25, label: "Care Package Item" },
  ...HERO_LEVELS.slice(1),
  { amount: 500, label: "Monthly Impact" },
];

/** Returns all the organization's levels, or the documented ones if it has none (DON-30..34). */
export const getPageLevels = ({ giftLevels }: GivingTerms): GiftLevels =>
  giftLevels.length > 0 ? giftLevels : PAGE_LEVELS;

/**
 * Returns the gift a link asks for, such as `?amount=50&monthly`. An amount that isn't a level fills the custom field.
 * Ignores an amount that can't be given, unless the visitor typed it before the page's scripts had loaded.
 */
const parseDonationLink = (search: URLSearchParams, terms: GivingTerms): DonationForm => {
  const levels = getPageLevels(terms);
  const linkForm = parseDonationForm(search, levels);
  const frequency = search.has("monthly") ? "monthly" : linkForm.frequency;
  const baseForm = { ...createDefaultDonationForm(levels), frequency };
  const amount = parseAmount(linkForm.other || (search.get("amount") ?? ""));
  const isLevel = levels.some((level) => level.amount === amount);
  // What someone typed stays in its field, even if it's a level.
  if (isLevel && linkForm.other === "") return { ...baseForm, level: amount };
  const customForm = { ...baseForm, other: amount > 0 ? String(amount) : linkForm.other };
  // Keep a typed amount if it contains a digit, even if it's invalid: the form explains what is wrong with it.
  return /\d/.test(linkForm.other) || (amount > 0 && !findAmountProblem(customForm, terms))
    ? customForm
    : baseForm;
};

/** Returns the gift chosen before hydration, or else the gift from the link. */
export const createInitialDonationForm = (
  domValues: URLSearchParams,
  search: URLSearchParams,
  terms: GivingTerms,
): DonationForm => {
  const levels = getPageLevels(terms);
  const enteredForm = parseDonationForm(domValues, levels);
  const linkForm = parseDonationLink(search, terms);
  const hasAmount =
    enteredForm.other !== "" || enteredForm.level !== createDefaultDonationForm(levels).level;
  return {
    ...(hasAmount ? enteredForm : linkForm),
    frequency:
      enteredForm.frequency === DEFAULT_DONATION_FORM.frequency
        ? linkForm.frequency
        : enteredForm.frequency,
  };
};
