import { describe, expect, test } from "vitest";
import type { ImportMeaning } from "../../contracts/choices.ts";
import { findKnownMeaning, readWord } from "./words.ts";

const ASKED = "nothing for certain, so it is asked";

const findMeaning = (field: "method" | "type", cell: string) =>
  findKnownMeaning(field, readWord(cell), "Gift Type") ?? ASKED;

describe("a word in a column of types or ways to pay", () => {
  test.each<readonly [ImportMeaning | typeof ASKED, readonly string[]]>([
    [
      "received",
      [
        "Gift",
        "One-time donation",
        "Cash",
        "Check",
        "Credit card",
        "Credit Card Payment",
        "MG Pay-Cash",
        "Pledge Payment",
        "PledgePayment",
        "Recurring Gift Pay-Cash",
        "Recurring Donation Payment",
        "Completed payment",
        "Payment received",
        "Matching gift",
      ],
    ],
    [
      "not_paid",
      [
        "Failed payment",
        "Pledge payment failed",
        "Pending payment",
        "Unpaid donation",
        "Cancelled gift",
        "Returned check",
        "Check (returned)",
        "Bounced check",
        "NSF check",
        "Check - void",
        "Card declined",
        "Credit card declined",
      ],
    ],
    ["pledge", ["Pledged gift", "Pledged donation"]],
    ["test", ["Test card", "Card (test)", "Test donation"]],
    ["skip", ["Soft credit gift", "In-kind donation", "Gift in kind"]],
    ["refund", ["Payment refund", "Payment reversal", "Chargeback - card"]],
    [
      ASKED,
      [
        "Credit Memo",
        "Credit card chargeback",
        "Wire transfer out",
        "Cash pledge",
        "Online pledge",
        "Pledge (check)",
        "Planned gift",
        "Deferred gift",
        "Reversed donation",
        "Refunded donation",
        "Disputed card payment",
        "ACH return",
        "Bill Payment (Check)",
        "Mass Payment",
        "Credit card expense",
        "Gift card",
        "Stripe payout",
        "Check: do not deposit",
      ],
    ],
  ])("means %s", (meaning, words) => {
    for (const field of ["method", "type"] as const) {
      expect(words.filter((word) => findMeaning(field, word) !== meaning)).toEqual([]);
    }
  });

  test("that says who pays in a column of ways to pay may mean money that left in one of types", () => {
    for (const word of [
      "Debit",
      "ACH debit",
      "Transfer",
      "Recurring gift",
      "Check paid",
      "Other",
    ]) {
      expect([word, findMeaning("type", word)]).toEqual([word, ASKED]);
      expect([word, findMeaning("method", word)]).toEqual([word, "received"]);
    }
  });
});
