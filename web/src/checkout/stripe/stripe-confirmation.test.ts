import type { PaymentIntentResult } from "@stripe/stripe-js";
import { describe, expect, test } from "vitest";
import { toConfirmationResult } from "./stripe-confirmation.ts";

const resultWithStatus = (status: string) => ({ paymentIntent: { status } }) as PaymentIntentResult;
const resultWithError = (error: object) => ({ error }) as PaymentIntentResult;

describe("the result of a Stripe confirmation", () => {
  test.each(["succeeded", "processing", "requires_action"])(
    "counts as accepted if the status is %s",
    (status) => {
      expect(toConfirmationResult(resultWithStatus(status))).toEqual({ outcome: "taken" });
    },
  );

  test("can't be retried if the intent was canceled", () => {
    expect(toConfirmationResult(resultWithStatus("canceled"))).toMatchObject({
      outcome: "refused",
      isOver: true,
    });
  });

  test("DON-58: is a decline if the card was declined, with the bank's reason", () => {
    const error = { type: "card_error", code: "card_declined", message: "Insufficient funds." };
    expect(toConfirmationResult(resultWithError(error))).toEqual({ outcome: "declined" });
    const errorWithReason = { ...error, decline_code: "insufficient_funds" };
    expect(toConfirmationResult(resultWithError(errorWithReason))).toEqual({
      outcome: "declined",
      reason: expect.stringContaining("isn't enough money"),
    });
  });

  test("DON-59: keeps Stripe's own message for another card error", () => {
    const error = { type: "card_error", code: "incorrect_cvc", message: "The code is incorrect." };
    expect(toConfirmationResult(resultWithError(error))).toEqual({
      outcome: "refused",
      message: "The code is incorrect.",
      isOver: false,
    });
  });

  test("is incomplete if Stripe's form reports invalid fields", () => {
    expect(toConfirmationResult(resultWithError({ type: "validation_error" }))).toEqual({
      outcome: "incomplete",
    });
  });

  test.each(["api_connection_error", "api_error", "rate_limit_error"])(
    "DON-60: is unknown after %s",
    (type) => {
      expect(toConfirmationResult(resultWithError({ type }))).toEqual({ outcome: "unknown" });
    },
  );

  test("counts as accepted if a retry finds that the payment succeeded", () => {
    const unexpectedStateResult = (status: string) =>
      resultWithError({
        type: "invalid_request_error",
        code: "payment_intent_unexpected_state",
        message: "You cannot confirm this PaymentIntent …",
        payment_intent: { status },
      });
    expect(toConfirmationResult(unexpectedStateResult("succeeded"))).toEqual({ outcome: "taken" });
    expect(toConfirmationResult(unexpectedStateResult("canceled"))).toMatchObject({ isOver: true });
    expect(JSON.stringify(toConfirmationResult(unexpectedStateResult("canceled")))).not.toContain(
      "PaymentIntent",
    );
  });
});
