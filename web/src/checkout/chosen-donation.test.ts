import { describe, expect, test } from "vitest";
import { createInitialDonationForm, getPageLevels } from "./initial-donation.ts";
import { DOCUMENTED_TERMS } from "../data/home/queries.ts";
import {
  findAmountProblem,
  DEFAULT_DONATION_FORM,
  chosenDonation,
  formatDonation,
  getHeroLevels,
  parseAmount,
  createDefaultDonationForm,
} from "./chosen-donation.ts";

describe("the donation form", () => {
  test("DON-04, DON-05, DON-06, DON-07: offers the documented presets in the hero", () => {
    expect(getHeroLevels(DOCUMENTED_TERMS)).toEqual([
      { amount: 25, label: "Care Item" },
      { amount: 50, label: "Half Package" },
      { amount: 100, label: "Full Package" },
      { amount: 250, label: "Family Support" },
    ]);
  });

  test("DON-30, DON-31, DON-32, DON-33, DON-34: offers the documented presets on the donation page", () => {
    expect(
      getPageLevels(DOCUMENTED_TERMS).map(({ amount, label }) => `${amount} ${label}`),
    ).toEqual([
      "25 Care Package Item",
      "50 Half Package",
      "100 Full Package",
      "250 Family Support",
      "500 Monthly Impact",
    ]);
  });

  test("DON-08: defaults to 50", () => {
    expect(chosenDonation(DEFAULT_DONATION_FORM)).toEqual({ amount: 50, frequency: "one-time" });
  });

  test.each([
    ["75", 75],
    ["75.00", 75],
    ["$1,200", 1200],
    ["75.50", 0],
    ["1e3", 0],
    ["1,25", 0],
    ["12 5", 0],
    ["0x10", 0],
    ["", 0],
    ["abc", 0],
    ["-5", 0],
    ["0", 0],
  ])("DON-36: reads the custom amount %j as %d", (input, amount) => {
    expect(parseAmount(input)).toBe(amount);
  });

  test.each([
    ["the default", "", "", 50, "one-time"],
    ["the gift in a link", "", "amount=100&frequency=monthly", 100, "monthly"],
    ["a link's amount that is not a level", "", "amount=75", 75, "one-time"],
    [
      "the values of the home page's form, submitted without JavaScript",
      "",
      "amount=50&other=%24120",
      120,
      "one-time",
    ],
    [
      "a level chosen before hydration instead of the link's amount",
      "amount=25",
      "amount=100",
      25,
      "one-time",
    ],
    [
      "an amount typed before hydration instead of the link's",
      "amount=50&other=41",
      "amount=100",
      41,
      "one-time",
    ],
    ["typed cents, shown as an error", "", "amount=50&other=75.50", 0, "one-time"],
    ["the default for a link's amount with cents", "", "amount=75.50", 50, "one-time"],
    ["the default for a link's amount of zero", "", "amount=0", 50, "one-time"],
    ["a link's amount and frequency", "", "amount=60&monthly&source=gala", 60, "monthly"],
    [
      "a frequency chosen before hydration and the link's amount",
      "amount=50&frequency=monthly",
      "amount=100",
      100,
      "monthly",
    ],
    ["the default for an invalid link", "", "amount=abc&frequency=daily", 50, "one-time"],
  ])("starts with %s", (_case, domQuery, search, amount, frequency) => {
    const [domValues, query] = [new URLSearchParams(domQuery), new URLSearchParams(search)];
    expect(chosenDonation(createInitialDonationForm(domValues, query, DOCUMENTED_TERMS))).toEqual({
      amount,
      frequency,
    });
  });

  test.each([
    ["typed before hydration", "amount=25&other=50", ""],
    ["sent without JavaScript", "", "amount=25&other=50"],
  ])("keeps a custom amount that equals a level in its field, if it was %s", (_, dom, search) => {
    const [domValues, query] = [new URLSearchParams(dom), new URLSearchParams(search)];
    const form = createInitialDonationForm(domValues, query, DOCUMENTED_TERMS);
    expect([form.other, chosenDonation(form).amount]).toEqual(["50", 50]);
  });

  test("takes the minimum and maximum from the organization's settings", () => {
    const terms = { ...DOCUMENTED_TERMS, minDonation: 5, maxDonation: 100_000 };
    const findProblem = (other: string, givingTerms = terms) =>
      findAmountProblem({ ...DEFAULT_DONATION_FORM, other }, givingTerms);
    expect(findProblem("4")).toContain("at least $5");
    expect(findProblem("5")).toBeUndefined();
    expect(findProblem("100000")).toBeUndefined();
    expect(findProblem("100001")).toContain("$100,000");
    expect(findProblem("0", DOCUMENTED_TERMS)).toContain("at least $1");
  });

  test.each(["75.50", "$0.99", "1e3", "1,25", "fifty"])(
    "DON-36: rejects the custom amount %j instead of changing it",
    (other) => {
      expect(findAmountProblem({ ...DEFAULT_DONATION_FORM, other }, DOCUMENTED_TERMS)).toBe(
        "Enter a whole dollar amount, such as 75.",
      );
    },
  );

  test("DON-36: accepts a custom amount with zero cents", () => {
    const form = { ...DEFAULT_DONATION_FORM, other: "75.00" };
    expect(findAmountProblem(form, DOCUMENTED_TERMS)).toBeUndefined();
  });

  test("selects the level nearest to $50 if none is $50", () => {
    const levels = [10, 40, 90].map((amount) => ({ amount, label: `${amount}` }));
    expect(createDefaultDonationForm(levels).level).toBe(40);
    expect(createDefaultDonationForm([]).level).toBe(50);
    const noParameters = new URLSearchParams();
    const terms = { ...DOCUMENTED_TERMS, giftLevels: levels };
    expect(
      chosenDonation(createInitialDonationForm(noParameters, noParameters, terms)).amount,
    ).toBe(40);
  });

  test("replaces the documented levels with the organization's own, four of them on the home page", () => {
    const giftLevels = [10, 20, 30, 40, 50].map((amount) => ({ amount, label: `${amount}` }));
    const terms = { ...DOCUMENTED_TERMS, giftLevels };
    expect(getHeroLevels(terms).map(({ amount }) => amount)).toEqual([10, 20, 30, 40]);
    expect(getPageLevels(terms)).toEqual(giftLevels);
  });

  test("describes a monthly gift by its amount per month", () => {
    expect(formatDonation({ amount: 50, frequency: "monthly" })).toBe("$50 a month");
  });
});
