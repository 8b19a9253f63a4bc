import { computeChargeCoveringFee } from "#rules/fee-cover.ts";
import type { GivingTerms } from "../data/home/queries.ts";
import type { ChosenDonation } from "./chosen-donation.ts";

/** Returns the amount to charge in dollars: the gift, plus the fee if the donor covers it. */
export const getChargedAmount = (
  { amount }: ChosenDonation,
  coversFee: boolean,
  terms: GivingTerms,
): number => (coversFee ? computeChargeCoveringFee(amount * 100, terms) / 100 : amount);
