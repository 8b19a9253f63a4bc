import { roundToCents } from "./money.ts";

export interface Amount {
  readonly label: string;
  readonly amount: number;
}

/** Adds amounts in cents, so that 27.40 + 16.20 + 3.10 + 3.30 is exactly 50. */
export const addUpAmounts = (amounts: readonly Pick<Amount, "amount">[]): number =>
  amounts.reduce((sum, { amount }) => sum + roundToCents(amount), 0) / 100;

/** Returns the reason why these costs can't be shown as the parts of a package's price, or null if they can. */
export function findPackageCostsProblem(
  costs: readonly Pick<Amount, "amount">[],
  price: number,
): string | null {
  const sum = addUpAmounts(costs);
  if (costs.length === 0 || roundToCents(sum) === roundToCents(price)) return null;
  return `These costs add up to $${sum.toFixed(2)}, but one care package costs $${price.toFixed(2)}.`;
}

/** Returns an error unless `spending` and its year are both set or both empty. */
export function findSpendingProblem(
  spending: readonly unknown[],
  year: number | null,
): { readonly field: "spending" | "spendingYear"; readonly message: string } | null {
  if (spending.length > 0 && year === null) {
    return { field: "spendingYear", message: "Enter the year these figures are for." };
  }
  if (spending.length === 0 && year !== null) {
    return {
      field: "spending",
      message: `Add what was spent in ${year}, or clear the year.`,
    };
  }
  return null;
}

/** Returns whole percentages that add up to 100. They are rounded by the largest remainder method. */
export function computeShares(amounts: readonly Pick<Amount, "amount">[]): readonly number[] {
  const total = addUpAmounts(amounts);
  if (total === 0) return amounts.map(() => 0);
  const exactShares = amounts.map(({ amount }) => (amount / total) * 100);
  const shares = exactShares.map(Math.floor);
  const sharesByRemainder = exactShares
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index);
  const missingPercent = 100 - shares.reduce((sum, share) => sum + share, 0);
  for (const { index } of sharesByRemainder.slice(0, missingPercent)) shares[index]! += 1;
  return shares;
}
