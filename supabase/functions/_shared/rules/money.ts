/** Returns the cents of an amount such as "50", "50.5" or "50.25", or undefined for anything else. Avoids floats. */
export function dollarsToCents(dollars: string): number | undefined {
  const match = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(dollars);
  if (match === null) return undefined;
  const [, dollarDigits = "", centDigits = ""] = match;
  return Number(dollarDigits) * 100 + Number(centDigits.padEnd(2, "0"));
}

/** Returns the whole cents nearest to an amount in dollars. */
export const roundToCents = (dollars: number): number => Math.round(dollars * 100);

/** Returns "50.25" for 5025, the format of Postgres `numeric(10,2)`. */
export function centsToDollars(cents: number): string {
  const digits = String(cents).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
