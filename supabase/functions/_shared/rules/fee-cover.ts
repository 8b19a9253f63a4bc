/** The processor's fee per charge, from the settings: a percentage plus a fixed amount in dollars. */
export interface CardFee {
  readonly cardFeePercent: number;
  readonly cardFeeFixed: number;
}

/** 100% in hundredths of a percent, which keeps the math in integers. */
const BASIS_POINTS = 10_000;

/** Returns the charge that leaves at least the donation after the processor's fee. Both amounts are in cents. */
export const computeChargeCoveringFee = (donationCents: number, fee: CardFee): number => {
  const shareAfterFee = BASIS_POINTS - Math.round(fee.cardFeePercent * 100);
  return Math.ceil(
    ((donationCents + Math.round(fee.cardFeeFixed * 100)) * BASIS_POINTS) / shareAfterFee,
  );
};
