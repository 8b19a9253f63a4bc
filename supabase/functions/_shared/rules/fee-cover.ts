/** What the card processor keeps of a charge, as the settings say it: percent of it, and dollars of each. */
export interface CardFee {
  readonly cardFeePercent: number;
  readonly cardFeeFixed: number;
}

/** Hundredths of a percent, so that no fraction is ever computed with. */
const WHOLE = 10_000;

/** What to charge so that at least the gift is left once the processor has taken its fee; both in cents. */
export const withFeeCovered = (giftCents: number, fee: CardFee): number => {
  const left = WHOLE - Math.round(fee.cardFeePercent * 100);
  return Math.ceil(((giftCents + Math.round(fee.cardFeeFixed * 100)) * WHOLE) / left);
};
