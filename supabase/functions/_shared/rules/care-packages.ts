const cents = (dollars: number) => Math.round(dollars * 100);

/** Complete care packages, each of which costs `price` (P§9, A§9). */
export const packagesFromDollars = (dollars: number, price: number): number =>
  Number.isFinite(dollars) && dollars > 0 ? Math.floor(cents(dollars) / cents(price)) : 0;

/** Families that a month's goal helps, by the rule of thumb of ten packages each (A§9). */
export const familiesForGoal = (goal: number): number => Math.floor(goal / 10);

export interface MonthProgress {
  readonly packages: number;
  readonly goal: number;
  readonly remaining: number;
  /** Whole percent, at most 100 (P§9). */
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

/** Change against the month before in whole percent; from nothing to something is +100 (A§9). */
export const monthChange = (current: number, previous: number): number => {
  if (previous === 0) return current > 0 ? 100 : 0;
  return Math.round(((current - previous) / previous) * 100);
};
