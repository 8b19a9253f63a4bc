import { describe, expect, it } from "vitest";
import { readAmount } from "./read-amount.ts";

describe("an amount in a cell", () => {
  it.each([
    ["$1,234.50", 123_450],
    ["1234.5", 123_450],
    ["1.234,50", 123_450],
    ["50,00", 5000],
    ["1,234", 123_400],
    ["USD 50", 5000],
    ["50 USD", 5000],
    ["US$50.10", 5010],
    [".50", 50],
    ["25.0000", 2500],
    ["1,23", 123],
    ["(20.00)", -2000],
    ["-$20", -2000],
    ["$-20", -2000],
    ["\u221220", -2000],
    ["0", 0],
    ["-0.00", 0],
    ["1 250,00", 125_000],
    ["$1\u00a0250.00", 125_000],
    ["12\u202f500", 1_250_000],
    ["1'250.00", 125_000],
    ["５０.００", 5000],
    ["＄５０", 5000],
    ["USD50", 5000],
    ["USD $50.00", 5000],
    ["$50.00 USD", 5000],
    ["U.S. $50", 5000],
    ["50-", -5000],
    ["$50.00-", -5000],
    ["$(50.00)", -5000],
  ])("is read from %j as %d cents", (cell, cents) => {
    expect(readAmount(cell)).toBe(cents);
  });

  it.each([
    "",
    "abc",
    "50.005",
    "1.250",
    "25.000",
    "12,34,567",
    "€50",
    "50 EUR",
    "1e3",
    "1.2.3",
    "$",
    "5 0",
    "12 50",
    "1 25,00",
    "--50",
    "(-50)",
    "-(50)",
    "-50-",
    "50.-",
    "50²",
    "50.00 CR",
    "C$50",
    "$50 CAD",
    "50/month",
    "$50 x 2",
  ])("isn't guessed from %j", (cell) => {
    expect(readAmount(cell)).toBeUndefined();
  });

  it("is read correctly in each way of writing it", () => {
    // Created only once, because creating a formatter takes much longer than formatting an amount.
    const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
    const germanNumberFormat = new Intl.NumberFormat("de-DE", { minimumFractionDigits: 2 });
    const writers = [
      (cents: number) => (cents / 100).toFixed(2),
      (cents: number) => dollars.format(cents / 100),
      (cents: number) => germanNumberFormat.format(cents / 100),
      (cents: number) => ` USD ${(cents / 100).toFixed(2)} `,
      (cents: number) =>
        cents < 0 ? `(${(-cents / 100).toFixed(2)})` : `+${(cents / 100).toFixed(2)}`,
    ];
    const misreadTexts: unknown[] = [];
    for (let attempt = 0; attempt < 5000; attempt += 1) {
      const cents = Math.round((Math.random() - 0.2) * 10 ** (attempt % 10));
      for (const write of writers) {
        const text = write(cents);
        const parsedCents = readAmount(text);
        if (!Object.is(parsedCents, cents || 0)) misreadTexts.push({ text, cents, parsedCents });
      }
    }
    expect(misreadTexts).toEqual([]);
  });
});
