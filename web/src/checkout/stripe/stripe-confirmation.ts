import type { PaymentIntentResult, StripeError } from "@stripe/stripe-js";
import { getDeclineReason } from "#rules/decline-reasons.ts";
import type { ConfirmationResult } from "../payment-actions.ts";

/**
 * Statuses of a payment that is complete, processing, or waiting for the bank. Stripe's form handles
 * authentication itself.
 */
const ACCEPTED_STATUSES = new Set([
  "succeeded",
  "processing",
  "requires_capture",
  "requires_action",
]);
const FALLBACK_MESSAGE =
  "Your payment didn't go through. Please try another card or payment method.";

const toErrorResult = ({
  type,
  code,
  decline_code: declineCode,
  message,
  payment_intent,
}: StripeError): ConfirmationResult => {
  // A retry after a lost response: the first confirmation went through.
  if (
    code === "payment_intent_unexpected_state" &&
    ACCEPTED_STATUSES.has(payment_intent?.status ?? "")
  ) {
    return { outcome: "taken" };
  }
  switch (type) {
    case "validation_error":
      return { outcome: "incomplete" };
    case "card_error":
      if (code === "card_declined") {
        return { outcome: "declined", reason: getDeclineReason(declineCode) };
      }
      return { outcome: "refused", message: message ?? FALLBACK_MESSAGE, isOver: false };
    case "invalid_request_error":
      return {
        outcome: "refused",
        message:
          code === "payment_intent_authentication_failure" && message ? message : FALLBACK_MESSAGE,
        isOver: payment_intent?.status === "canceled",
      };
    // The outcome is unknown, so continue the attempt. A second attempt might charge the donor twice.
    case "api_connection_error":
    case "api_error":
    case "authentication_error":
    case "idempotency_error":
    case "rate_limit_error":
      return { outcome: "unknown" };
  }
};

/** Translates Stripe's result into an outcome for the donor (DON-58..60). */
export const toConfirmationResult = ({
  error,
  paymentIntent,
}: PaymentIntentResult): ConfirmationResult => {
  if (error) return toErrorResult(error);
  return ACCEPTED_STATUSES.has(paymentIntent.status)
    ? { outcome: "taken" }
    : {
        outcome: "refused",
        message: FALLBACK_MESSAGE,
        isOver: paymentIntent.status === "canceled",
      };
};
