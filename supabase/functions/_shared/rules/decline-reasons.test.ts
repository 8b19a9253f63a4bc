import { describe, expect, test } from "vitest";
import {
  getDeclineReason,
  getEmailedDeclineReason,
  getMonthlyDeclineReason,
} from "./decline-reasons.ts";

describe("the reason for a decline", () => {
  test.each([
    ["insufficient_funds", /isn't enough money.+smaller amount/],
    ["withdrawal_count_limit_exceeded", /reached its limit.+tomorrow/],
    ["card_not_supported", /can't be used.+ask your bank/],
    ["try_again_later", /couldn't be reached.+same card may work/],
    ["authentication_required", /confirm that it's you/],
    ["do_not_honor", /didn't say why.+call the number/],
  ])("says what to do after %s", (code, text) => {
    expect(getDeclineReason(code)).toMatch(text);
  });

  test("in an email says what happened, and not what to do at the checkout", () => {
    expect(getEmailedDeclineReason("insufficient_funds")).toMatch(/wasn't enough money/);
    expect(getEmailedDeclineReason("try_again_later")).toBe("The bank couldn't be reached.");
  });

  test("in the email about a monthly charge also says how to confirm a card", () => {
    const text = /confirm this charge. Please enter your card again through the link below/;
    expect(getMonthlyDeclineReason("authentication_required")).toMatch(text);
    expect(getMonthlyDeclineReason("payment_intent_authentication_failure")).toMatch(text);
    expect(getMonthlyDeclineReason("try_again_later")).toBe("The bank couldn't be reached.");
    expect(getEmailedDeclineReason("authentication_required")).not.toContain("below");
  });

  test.each([
    undefined,
    "generic_decline",
    "lost_card",
    "stolen_card",
    "fraudulent",
    "pickup_card",
    "toString",
  ])("isn't given for %s", (code) => {
    expect(getDeclineReason(code)).toBeUndefined();
    expect(getEmailedDeclineReason(code)).toBeUndefined();
    expect(getMonthlyDeclineReason(code)).toBeUndefined();
  });
});
