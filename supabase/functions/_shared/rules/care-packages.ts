import { roundToCents } from "./money.ts";

/** Returns how many complete care packages the dollars pay for at that price (DON-03). */
export const countPackages = (dollars: number, price: number): number =>
  Number.isFinite(dollars) && dollars > 0
    ? Math.floor(roundToCents(dollars) / roundToCents(price))
    : 0;

/** Estimates how many families a monthly goal helps, at ten packages per family (ACONT-19). */
export const estimateFamilies = (goal: number): number => Math.floor(goal / 10);

export interface MonthProgress {
  readonly packages: number;
  readonly goal: number;
  readonly remaining: number;
  /** A whole percentage, at most 100 (HOME-31). */
  readonly percent: number;
}

export const computeMonthProgress = (
  dollars: number,
  goal: number,
  price: number,
): MonthProgress => {
  const packages = countPackages(dollars, price);
  const percent = goal > 0 ? (Math.max(0, dollars) / price / goal) * 100 : 0;
  return {
    packages,
    goal,
    remaining: Math.max(0, goal - packages),
    percent: Math.min(100, Math.floor(percent)),
  };
};

/**
 * Returns the change from the previous month in percent. If the previous month was zero, any amount counts as +100
 * (ADON-03).
 */
export const computeMonthChange = (current: number, previous: number): number => {
  if (previous === 0) return current > 0 ? 100 : 0;
  return Math.round(((current - previous) / previous) * 100);
};
