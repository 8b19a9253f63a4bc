import { describe, expect, test } from "vitest";
import { ApiError } from "../lib/api-error.ts";
import { timeoutError } from "../lib/time-limit.ts";
import { confirmationFailure, paymentFailure } from "./payment-failure.ts";

const refused = (status: number, message?: string) =>
  new ApiError(status, message ? JSON.stringify({ message }) : "", "");

describe("what a donor reads when a payment fails", () => {
  test("DON-58: a declined card ends its attempt", () => {
    expect(paymentFailure("record", refused(402, "anything"))).toEqual({
      title: "Payment Declined",
      text: "Your card was declined. Please try another card or payment method.",
      isUncharged: true,
      endsAttempt: true,
      isDecline: true,
    });
  });

  test("DON-55: an intent that could not be made, the sentence alone in its line", () => {
    expect(paymentFailure("intent", refused(400, "The amount is too small"))).toMatchObject({
      text: "Failed to create payment intent",
      more: "The amount is too small.",
    });
    expect(paymentFailure("intent", refused(500))).toMatchObject({
      text: "Failed to create payment intent",
      more: undefined,
      endsAttempt: false,
    });
  });

  test("DON-56: a record that could not be saved may be tried again as the same attempt", () => {
    expect(paymentFailure("record", refused(500))).toMatchObject({
      text: "Failed to save donation record",
      endsAttempt: false,
    });
  });

  test("DON-59: the provider's own message under Payment Failed", () => {
    expect(paymentFailure("intent", refused(503, "Payments are not configured"))).toMatchObject({
      title: "Payment Failed",
      text: "Payments are not configured.",
    });
  });

  test("what the provider refuses for good is told as that, and is no attempt to repeat", () => {
    const message = "Our payment provider won't accept this request.";
    const error = new ApiError(502, JSON.stringify({ message, code: "provider_refused" }), "");
    expect(paymentFailure("intent", error)).toMatchObject({ text: message, endsAttempt: true });
    expect(paymentFailure("record", error)).toMatchObject({ endsAttempt: false });
  });

  test("too many attempts never reads as declined", () => {
    const failure = paymentFailure("record", refused(429, "Too many attempts."));
    expect(failure).toMatchObject({ text: "Too many attempts.", isDecline: false });
    expect(`${failure.title} ${failure.text}`).not.toMatch(/declin/i);
  });

  test("DON-60: anything unexpected, such as a lost connection", () => {
    expect(paymentFailure("record", new TypeError("Failed to fetch"))).toMatchObject({
      title: "Payment Error",
      text: "An unexpected error occurred. Please try again.",
      endsAttempt: false,
    });
  });

  test("an answer that is late is no failure: only after the intent can the server be asked", () => {
    const late = { title: "This is taking longer than usual", endsAttempt: false };
    expect(paymentFailure("intent", timeoutError())).toMatchObject({ ...late, isUncharged: true });
    expect(paymentFailure("intent", timeoutError()).isLate).toBeUndefined();
    expect(paymentFailure("record", timeoutError())).toMatchObject({
      ...late,
      isUncharged: false,
      isLate: true,
    });
  });

  test("nobody can have been charged before there was an intent; after that it is not claimed", () => {
    const lost = new TypeError("Failed to fetch");
    expect(paymentFailure("intent", lost).isUncharged).toBe(true);
    expect(paymentFailure("record", lost).isUncharged).toBe(false);
    expect(confirmationFailure({ outcome: "unknown" }).isUncharged).toBe(false);
  });

  test("DON-58, DON-59: at the provider a declined attempt goes on, and its own message is told", () => {
    expect(confirmationFailure({ outcome: "declined" })).toMatchObject({
      title: "Payment Declined",
      endsAttempt: false,
    });
    const message = "Your card’s security code is incorrect.";
    expect(confirmationFailure({ outcome: "refused", message, isOver: true })).toMatchObject({
      title: "Payment Failed",
      text: message,
      isUncharged: true,
      endsAttempt: true,
    });
  });
});
