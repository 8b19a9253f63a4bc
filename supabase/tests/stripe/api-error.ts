import type { Stripe } from "stripe";

type ErrorType =
  | "api_error"
  | "card_error"
  | "idempotency_error"
  | "invalid_request_error"
  | "rate_limit_error";

interface ErrorDetails {
  readonly code?: string;
  readonly decline_code?: string;
  readonly param?: string;
  readonly charge?: string;
  readonly payment_intent?: Stripe.PaymentIntent;
}

/** An error response in Stripe's format. */
export class StripeApiError extends Error {
  readonly status: number;
  readonly type: ErrorType;
  readonly details: ErrorDetails;

  constructor(status: number, type: ErrorType, message: string, details: ErrorDetails = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.details = details;
  }

  get body(): unknown {
    return { error: { type: this.type, message: this.message, ...this.details } };
  }
}

export const createInvalidRequestError = (
  message: string,
  details: ErrorDetails = {},
): StripeApiError => new StripeApiError(400, "invalid_request_error", message, details);

export const createMissingResourceError = (kind: string, id: string): StripeApiError =>
  new StripeApiError(404, "invalid_request_error", `No such ${kind}: '${id}'`, {
    code: "resource_missing",
    param: "id",
  });
