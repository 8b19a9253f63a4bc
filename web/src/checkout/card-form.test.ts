import { describe, expect, test } from "vitest";
import { checkCardForm, EMPTY_CARD_FORM } from "./card-form.ts";

const NOW = new Date(2026, 10, 20);
const validForm = {
  nameOnCard: "Anna Reyes",
  cardNumber: "4242 4242 4242 4242",
  expirationDate: "12/28",
  cvv: "123",
  zipCode: "76102",
  email: "anna@example.org",
};

describe("the card form", () => {
  test("DON-10: has the documented fields", () => {
    expect(Object.keys(EMPTY_CARD_FORM).sort()).toEqual(Object.keys(validForm).sort());
  });

  test("DON-18: requires every field", () => {
    for (const name of Object.keys(validForm) as (keyof typeof validForm)[]) {
      const check = checkCardForm({ ...validForm, [name]: "  " }, NOW);
      expect(check.hasMissingFields).toBe(true);
      expect(Object.keys(check.errors)).toEqual([name]);
    }
    expect(checkCardForm(validForm, NOW)).toEqual({ hasMissingFields: false, errors: {} });
  });

  test.each([
    ["cardNumber", "4242"],
    ["cardNumber", "4242 4242 4242 4243"],
    ["cardNumber", "0000 0000 0000 0000"],
    ["expirationDate", "10/26"],
    ["cvv", "12"],
    ["zipCode", "761"],
    ["email", "anna@"],
  ])("reports an invalid %s: %s", (name, value) => {
    const check = checkCardForm({ ...validForm, [name]: value }, NOW);
    expect(check.hasMissingFields).toBe(false);
    expect(Object.keys(check.errors)).toEqual([name]);
  });
});
