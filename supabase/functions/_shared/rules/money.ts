/** Whole cents of an amount such as "50", "50.5" or "50.25"; undefined for anything else. Never goes through a float. */
export function dollarsToCents(dollars: string): number | undefined {
  const match = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(dollars);
  if (match === null) return undefined;
  const [, whole = "", fraction = ""] = match;
  return Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
}

/** "50.25" for 5025: how Postgres `numeric(10,2)` takes and gives it. */
export function centsToDollars(cents: number): string {
  const digits = String(cents).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
