import type { PaymentIntentResult, StripeError } from "@stripe/stripe-js";
import type { Confirmation } from "../use-payment.ts";

/** On its way or there; what Stripe still wants of the donor's bank it asks for by itself. */
const TAKEN = new Set(["succeeded", "processing", "requires_capture", "requires_action"]);
const FALLBACK = "Your payment didn't go through. Please try another card or payment method.";

const ofError = ({ type, code, message, payment_intent }: StripeError): Confirmation => {
  // The same attempt sent again after a lost answer: it had gone through.
  if (code === "payment_intent_unexpected_state" && TAKEN.has(payment_intent?.status ?? "")) {
    return { outcome: "taken" };
  }
  switch (type) {
    case "validation_error":
      return { outcome: "incomplete" };
    case "card_error":
      if (code === "card_declined") return { outcome: "declined" };
      return { outcome: "refused", message: message ?? FALLBACK, isOver: false };
    case "invalid_request_error":
      return {
        outcome: "refused",
        message: code === "payment_intent_authentication_failure" && message ? message : FALLBACK,
        isOver: payment_intent?.status === "canceled",
      };
    // Nobody knows what became of it: the attempt goes on, and a second one would charge twice.
    case "api_connection_error":
    case "api_error":
    case "authentication_error":
    case "idempotency_error":
    case "rate_limit_error":
      return { outcome: "unknown" };
  }
};

/** What a donor is told of what Stripe answered (P§8). */
export const confirmationOf = ({ error, paymentIntent }: PaymentIntentResult): Confirmation => {
  if (error) return ofError(error);
  return TAKEN.has(paymentIntent.status)
    ? { outcome: "taken" }
    : { outcome: "refused", message: FALLBACK, isOver: paymentIntent.status === "canceled" };
};
