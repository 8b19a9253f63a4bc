import type { Stripe } from "stripe";

type ErrorType =
  | "api_error"
  | "card_error"
  | "idempotency_error"
  | "invalid_request_error"
  | "rate_limit_error";

interface Details {
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
  readonly details: Details;

  constructor(status: number, type: ErrorType, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.details = details;
  }

  get body(): unknown {
    return { error: { type: this.type, message: this.message, ...this.details } };
  }
}

export const stripeRefusal = (message: string, details: Details = {}): StripeApiError =>
  new StripeApiError(400, "invalid_request_error", message, details);

export const missingResource = (what: string, id: string): StripeApiError =>
  new StripeApiError(404, "invalid_request_error", `No such ${what}: '${id}'`, {
    code: "resource_missing",
    param: "id",
  });
