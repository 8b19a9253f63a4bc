import { withFeeCovered } from "#rules/fee-cover.ts";
import type { GivingTerms } from "../data/home/queries.ts";
import type { Gift } from "./gift.ts";

/** What the card is charged, in dollars: the gift, and the fee where the donor covers it. */
export const chargeOf = ({ amount }: Gift, coversFee: boolean, terms: GivingTerms): number =>
  coversFee ? withFeeCovered(amount * 100, terms) / 100 : amount;
