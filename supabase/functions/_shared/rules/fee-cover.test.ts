import { describe, expect, it } from "vitest";
import { computeChargeCoveringFee } from "./fee-cover.ts";

const USUAL_FEE = { cardFeePercent: 2.9, cardFeeFixed: 0.3 };

describe("covering the fee", () => {
  it.each([
    [100, 134],
    [5000, 5181],
    [10_000, 10_330],
    [10_000_000, 10_298_693],
  ])("raises a donation of %d cents to %d", (cents, charge) => {
    expect(computeChargeCoveringFee(cents, USUAL_FEE)).toBe(charge);
  });

  it("leaves at least the donation and costs at most a cent more than needed", () => {
    for (const fee of [
      USUAL_FEE,
      { cardFeePercent: 0.8, cardFeeFixed: 0 },
      { ...USUAL_FEE, cardFeePercent: 10 },
    ]) {
      const computeNetAmount = (charge: number) =>
        charge - Math.round((charge * fee.cardFeePercent) / 100 + fee.cardFeeFixed * 100);
      for (let cents = 50; cents <= 60_000; cents += 7) {
        const charge = computeChargeCoveringFee(cents, fee);
        expect(computeNetAmount(charge)).toBeGreaterThanOrEqual(cents);
        expect(computeNetAmount(charge - 2)).toBeLessThan(cents);
      }
    }
  });

  it("charges only the donation if there is no fee", () => {
    expect(computeChargeCoveringFee(2500, { cardFeePercent: 0, cardFeeFixed: 0 })).toBe(2500);
  });
});
