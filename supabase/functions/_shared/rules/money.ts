/**
 * Returns the cents of an amount such as "50", "50.5" or "50.25", or undefined for anything else. Doesn't use
 * floating-point math.
 */
export function dollarsToCents(dollars: string): number | undefined {
  const match = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(dollars);
  if (match === null) return undefined;
  const [, dollarDigits = "", centDigits = ""] = match;
  return Number(dollarDigits) * 100 + Number(centDigits.padEnd(2, "0"));
}

/** Returns an amount in dollars as cents, rounded to the nearest cent. */
export const roundToCents = (dollars: number): number => Math.round(dollars * 100);

/** Formats cents the way Postgres formats `numeric(10,2)`: 5025 as "50.25". */
export function centsToDollars(cents: number): string {
  const digits = String(cents).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
