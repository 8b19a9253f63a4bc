import type { PaymentIntentResult } from "@stripe/stripe-js";
import { describe, expect, test } from "vitest";
import { confirmationOf } from "./stripe-confirmation.ts";

const withStatus = (status: string) => ({ paymentIntent: { status } }) as PaymentIntentResult;
const withError = (error: object) => ({ error }) as PaymentIntentResult;

describe("what Stripe answers to a confirmation", () => {
  test.each(["succeeded", "processing", "requires_action"])("%s: taken", (status) => {
    expect(confirmationOf(withStatus(status))).toEqual({ outcome: "taken" });
  });

  test("a cancelled intent is over", () => {
    expect(confirmationOf(withStatus("canceled"))).toMatchObject({
      outcome: "refused",
      isOver: true,
    });
  });

  test("DON-58: a declined card", () => {
    const error = { type: "card_error", code: "card_declined", message: "Insufficient funds." };
    expect(confirmationOf(withError(error))).toEqual({ outcome: "declined" });
  });

  test("DON-59: another card error in Stripe's own words", () => {
    const error = { type: "card_error", code: "incorrect_cvc", message: "The code is incorrect." };
    expect(confirmationOf(withError(error))).toEqual({
      outcome: "refused",
      message: "The code is incorrect.",
      isOver: false,
    });
  });

  test("what is not filled in says its own form", () => {
    expect(confirmationOf(withError({ type: "validation_error" }))).toEqual({
      outcome: "incomplete",
    });
  });

  test.each(["api_connection_error", "api_error", "rate_limit_error"])(
    "DON-60: after %s nobody knows",
    (type) => {
      expect(confirmationOf(withError({ type }))).toEqual({ outcome: "unknown" });
    },
  );

  test("sent again after a lost answer, a payment that went through is taken", () => {
    const unexpected = (status: string) =>
      withError({
        type: "invalid_request_error",
        code: "payment_intent_unexpected_state",
        message: "You cannot confirm this PaymentIntent …",
        payment_intent: { status },
      });
    expect(confirmationOf(unexpected("succeeded"))).toEqual({ outcome: "taken" });
    expect(confirmationOf(unexpected("canceled"))).toMatchObject({ isOver: true });
    expect(JSON.stringify(confirmationOf(unexpected("canceled")))).not.toContain("PaymentIntent");
  });
});
