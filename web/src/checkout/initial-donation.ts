import type { GivingTerms } from "../data/home/queries.ts";
import {
  DEFAULT_DONATION_FORM,
  HERO_LEVELS,
  parseDonationForm,
  parseAmount,
  defaultDonationForm,
  type DonationForm,
  type GiftLevels,
} from "./chosen-donation.ts";

const PAGE_LEVELS: GiftLevels = [
  { amount: 25, label: "Care Package Item" },
  ...HERO_LEVELS.slice(1),
  { amount: 500, label: "Monthly Impact" },
];

/** Returns all the organization's levels, or the documented ones (DON-30..34). */
export const pageLevels = ({ giftLevels }: GivingTerms): GiftLevels =>
  giftLevels.length > 0 ? giftLevels : PAGE_LEVELS;

/** Returns the gift a link asks for; an amount that isn't a level goes into the custom field. */
const donationFormOfLink = (search: URLSearchParams, levels: GiftLevels): DonationForm => {
  const linkForm = parseDonationForm(search, levels);
  const amountText = linkForm.other || (search.get("amount") ?? "");
  const baseForm = { ...defaultDonationForm(levels), frequency: linkForm.frequency };
  // Ignore words, but keep numbers with cents, so that the form can explain the error.
  if (!/\d/.test(amountText)) return baseForm;
  const amount = parseAmount(amountText);
  return levels.some((level) => level.amount === amount)
    ? { ...baseForm, level: amount }
    : { ...baseForm, other: amount === 0 ? amountText : String(amount) };
};

/** Returns the choice made before hydration, otherwise the gift from the link. */
export const initialDonationForm = (
  domValues: URLSearchParams,
  search: URLSearchParams,
  levels: GiftLevels,
): DonationForm => {
  const enteredForm = parseDonationForm(domValues, levels);
  const linkForm = donationFormOfLink(search, levels);
  const hasAmount =
    enteredForm.other !== "" || enteredForm.level !== defaultDonationForm(levels).level;
  return {
    ...(hasAmount ? enteredForm : linkForm),
    frequency:
      enteredForm.frequency === DEFAULT_DONATION_FORM.frequency
        ? linkForm.frequency
        : enteredForm.frequency,
  };
};
