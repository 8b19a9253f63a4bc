import { withFeeCovered } from "#rules/fee-cover.ts";
import type { GivingTerms } from "../data/home/queries.ts";
import type { Gift } from "./gift.ts";

/** Returns the amount to charge in dollars: the gift, plus the fee if the donor covers it. */
export const chargeOf = ({ amount }: Gift, coversFee: boolean, terms: GivingTerms): number =>
  coversFee ? withFeeCovered(amount * 100, terms) / 100 : amount;
