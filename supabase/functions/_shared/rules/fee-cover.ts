/** The processor's fee per charge, from the settings: a percentage plus a fixed amount in dollars. */
export interface CardFee {
  readonly cardFeePercent: number;
  readonly cardFeeFixed: number;
}

/** 100%, in hundredths of a percent, so that the math uses only integers. */
const BASIS_POINTS = 10_000;

/**
 * Returns the amount to charge so that at least the donation is left after the processor's fee. Both amounts are in
 * cents.
 */
export const computeChargeCoveringFee = (donationCents: number, fee: CardFee): number => {
  const shareAfterFee = BASIS_POINTS - Math.round(fee.cardFeePercent * 100);
  return Math.ceil(
    ((donationCents + Math.round(fee.cardFeeFixed * 100)) * BASIS_POINTS) / shareAfterFee,
  );
};
