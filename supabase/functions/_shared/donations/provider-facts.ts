import type { AdjustmentUpdate } from "./adjustment-state.ts";
import type { PaymentUpdate } from "./donation-state.ts";
import type { SubscriptionUpdate } from "./recurring-donation-state.ts";

/** The donor and their choices, stored on every payment with the provider, so a lost row can be rebuilt. */
export interface CheckoutDetails {
  readonly attemptId: string | undefined;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly isAnonymous: boolean;
  readonly inHonorOf: string | undefined;
  /** True if the person in `inHonorOf` has died. */
  readonly isMemorial: boolean;
  /** The source in the link that brought the donor to the site. */
  readonly source: string | undefined;
  /** The part of the amount that covers the fee, in cents. */
  readonly feeCovered: number;
}

/** The provider's ids for a payment. Any one of them is enough to find the donation. */
export interface PaymentIds {
  readonly paymentIntentId?: string | undefined;
  readonly chargeId?: string | undefined;
  readonly invoiceId?: string | undefined;
}

/** Where a payment, subscription or invoice came from. */
interface FactOrigin {
  readonly isDemo: boolean;
  /**
   * Absent if the object isn't ours. Also absent for an invoice's payment, because its metadata is on the subscription.
   */
  readonly checkout?: CheckoutDetails | undefined;
  readonly customerId?: string | undefined;
}

/** Amounts are in cents; timestamps are in `toISOString` format. */
export interface PaymentFact extends FactOrigin {
  readonly kind: "payment";
  readonly ids: PaymentIds;
  readonly update: PaymentUpdate;
  readonly amount: number;
}

export interface AdjustmentFact {
  readonly kind: "adjustment";
  readonly ids: PaymentIds;
  readonly update: AdjustmentUpdate;
}

/** Total refunded for a charge, without the individual refunds. */
export interface RefundTotalFact {
  readonly kind: "refunded";
  readonly ids: PaymentIds & { readonly chargeId: string };
  readonly amount: number;
  readonly occurredAt: string;
}

export interface SubscriptionFact extends FactOrigin {
  readonly kind: "subscription";
  readonly subscriptionId: string;
  readonly update: SubscriptionUpdate;
}

export interface InvoiceFact extends FactOrigin {
  readonly kind: "invoice";
  readonly ids: PaymentIds & { readonly invoiceId: string };
  readonly subscriptionId: string;
  readonly outcome: "paid" | "failed";
  readonly occurredAt: string;
  readonly isLate: boolean;
  readonly amount: number;
  /** True for the invoice paid at checkout, where the donor sees the outcome. */
  readonly isFirst: boolean;
}

/** Why the last charge of a recurring donation was declined, from a lookup. */
export interface DeclineFact {
  readonly kind: "decline";
  readonly subscriptionId: string;
  readonly code: string | undefined;
}

export interface FraudWarningFact {
  readonly kind: "warning";
  readonly ids: PaymentIds;
  readonly occurredAt: string;
}

export type ProviderFact =
  | PaymentFact
  | AdjustmentFact
  | RefundTotalFact
  | SubscriptionFact
  | InvoiceFact
  | DeclineFact
  | FraudWarningFact;

/** A lookup that must be completed before its fact can be applied. */
export type Lookup =
  | { readonly kind: "payment" | "refunds"; readonly ids: PaymentIds }
  | { readonly kind: "subscription"; readonly id: string; readonly occurredAt: string }
  | { readonly kind: "invoice"; readonly id: string }
  /** Why an invoice's payment was declined, which the invoice itself doesn't say. */
  | { readonly kind: "decline"; readonly id: string };
