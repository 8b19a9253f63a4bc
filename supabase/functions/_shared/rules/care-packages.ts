import { roundToCents } from "./money.ts";

/** Complete care packages at `price` each (DON-03). */
export const packagesFromDollars = (dollars: number, price: number): number =>
  Number.isFinite(dollars) && dollars > 0
    ? Math.floor(roundToCents(dollars) / roundToCents(price))
    : 0;

/** Families that a monthly goal helps, estimated at ten packages each (ACONT-19). */
export const familiesForGoal = (goal: number): number => Math.floor(goal / 10);

export interface MonthProgress {
  readonly packages: number;
  readonly goal: number;
  readonly remaining: number;
  /** Whole percent, at most 100 (HOME-31). */
  readonly percent: number;
}

export const monthProgress = (dollars: number, goal: number, price: number): MonthProgress => {
  const packages = packagesFromDollars(dollars, price);
  const percent = goal > 0 ? (Math.max(0, dollars) / price / goal) * 100 : 0;
  return {
    packages,
    goal,
    remaining: Math.max(0, goal - packages),
    percent: Math.min(100, Math.floor(percent)),
  };
};

/** Percent change from the previous month. From zero, any amount counts as +100 (ADON-03). */
export const monthChange = (current: number, previous: number): number => {
  if (previous === 0) return current > 0 ? 100 : 0;
  return Math.round(((current - previous) / previous) * 100);
};
