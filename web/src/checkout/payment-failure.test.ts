import { describe, expect, test } from "vitest";
import { ApiError } from "../lib/api/api-error.ts";
import { createTimeoutError } from "../lib/api/time-limit.ts";
import { toConfirmationFailure, toPaymentFailure } from "./payment-failure.ts";

const createApiError = (status: number, message?: string) =>
  new ApiError(status, message ? JSON.stringify({ message }) : "", "");

describe("payment failure handling", () => {
  const declinedText = "Your card was declined. Please try another card or payment method.";
  test.each([
    ["without a reason", declinedText, undefined],
    ["with the bank's reason below", "There isn't enough money.", "There isn't enough money."],
  ])("DON-58: ends the attempt if the card is declined, %s", (_, message, explanation) => {
    const body = JSON.stringify({ code: "card_declined", message });
    expect(toPaymentFailure("record", new ApiError(402, body, ""))).toEqual({
      title: "Payment Declined",
      text: declinedText,
      explanation,
      isUncharged: true,
      endsAttempt: true,
      isDecline: true,
    });
  });

  test("DON-55: shows the documented message separately from the explanation if no payment intent could be created", () => {
    expect(
      toPaymentFailure("intent", createApiError(400, "The amount is too small")),
    ).toMatchObject({
      text: "Failed to create payment intent",
      explanation: "The amount is too small.",
    });
    expect(toPaymentFailure("intent", createApiError(500))).toMatchObject({
      text: "Failed to create payment intent",
      explanation: undefined,
      endsAttempt: false,
    });
  });

  test("DON-56: retries the same attempt if the donation could not be saved", () => {
    expect(toPaymentFailure("record", createApiError(500))).toMatchObject({
      text: "Failed to save donation record",
      endsAttempt: false,
    });
  });

  test("DON-59: shows the provider's own message under Payment Failed", () => {
    expect(
      toPaymentFailure("intent", createApiError(503, "Payments are not configured")),
    ).toMatchObject({
      title: "Payment Failed",
      text: "Payments are not configured.",
    });
  });

  test("shows the message of a permanent rejection and ends the attempt", () => {
    const message = "Our payment provider won't accept this request.";
    const error = new ApiError(502, JSON.stringify({ message, code: "provider_refused" }), "");
    expect(toPaymentFailure("intent", error)).toMatchObject({ text: message, endsAttempt: true });
    expect(toPaymentFailure("record", error)).toMatchObject({ endsAttempt: false });
  });

  test("doesn't report too many attempts as a declined card", () => {
    const failure = toPaymentFailure("record", createApiError(429, "Too many attempts."));
    expect(failure).toMatchObject({ text: "Too many attempts.", isDecline: false });
    expect(`${failure.title} ${failure.text}`).not.toMatch(/declin/i);
  });

  test("DON-60: shows Payment Error for any other error", () => {
    expect(toPaymentFailure("record", new Error("Broken"))).toMatchObject({
      title: "Payment Error",
      text: "An unexpected error occurred. Please try again.",
      endsAttempt: false,
    });
  });

  test.each(["intent", "record"] as const)(
    "without a connection, offers the same payment again at %s, and doesn't blame the card",
    (step) => {
      expect(toPaymentFailure(step, new TypeError("Failed to fetch"))).toMatchObject({
        title: "We couldn't reach our server",
        canRepeat: true,
        isUncharged: step === "intent",
        endsAttempt: false,
      });
    },
  );

  test("doesn't treat a late response as a failure, and can ask the server once there is an intent", () => {
    const lateFailure = { title: "This is taking longer than usual", endsAttempt: false };
    expect(toPaymentFailure("intent", createTimeoutError())).toMatchObject({
      ...lateFailure,
      isUncharged: true,
    });
    expect(toPaymentFailure("intent", createTimeoutError()).isLate).toBeUndefined();
    expect(toPaymentFailure("record", createTimeoutError())).toMatchObject({
      ...lateFailure,
      isUncharged: false,
      isLate: true,
    });
  });

  test("says that nothing was charged only if there was no intent yet", () => {
    const connectionError = new TypeError("Failed to fetch");
    expect(toPaymentFailure("intent", connectionError).isUncharged).toBe(true);
    expect(toPaymentFailure("record", connectionError).isUncharged).toBe(false);
    expect(toConfirmationFailure({ outcome: "unknown" }).isUncharged).toBe(false);
  });

  test("DON-58, DON-59: continues an attempt declined by the provider and shows the provider's message", () => {
    expect(toConfirmationFailure({ outcome: "declined", reason: "Over the limit." })).toMatchObject(
      {
        title: "Payment Declined",
        text: declinedText,
        explanation: "Over the limit.",
        endsAttempt: false,
      },
    );
    const message = "Your card’s security code is incorrect.";
    expect(toConfirmationFailure({ outcome: "refused", message, isOver: true })).toMatchObject({
      title: "Payment Failed",
      text: message,
      isUncharged: true,
      endsAttempt: true,
    });
  });
});
