import type { AdjustmentFacts } from "./adjustment-state.ts";
import type { PaymentFacts } from "./gift-state.ts";
import type { SubscriptionFacts } from "./subscription-state.ts";

/** The donor and their choices, stored on every payment at the provider, so a lost row can be rebuilt. */
export interface Giver {
  readonly attemptId: string | undefined;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly isAnonymous: boolean;
  readonly inHonorOf: string | undefined;
  /** Cents of the amount that cover the fee. */
  readonly feeCovered: number;
}

/** The provider's ids of a payment. Any one of them finds its donation. */
export interface PaymentIds {
  readonly paymentIntentId?: string | undefined;
  /** Id of the successful charge. */
  readonly chargeId?: string | undefined;
  readonly invoiceId?: string | undefined;
}

/** Amounts are in cents; timestamps are as `toISOString` returns. */
export interface ToldPayment {
  readonly what: "payment";
  readonly ids: PaymentIds;
  readonly facts: PaymentFacts;
  readonly amount: number;
  readonly isDemo: boolean;
  /** Absent if the payment isn't ours or belongs to an invoice, whose metadata is on the subscription. */
  readonly giver?: Giver | undefined;
  readonly customerId?: string | undefined;
}

export interface ToldAdjustment {
  readonly what: "adjustment";
  readonly ids: PaymentIds;
  readonly facts: AdjustmentFacts;
}

/** Total refunded of a charge, without the individual refunds. */
export interface ToldRefunded {
  readonly what: "refunded";
  readonly ids: PaymentIds & { readonly chargeId: string };
  readonly amount: number;
  readonly at: string;
}

export interface ToldSubscription {
  readonly what: "subscription";
  readonly subscriptionId: string;
  readonly facts: SubscriptionFacts;
  readonly isDemo: boolean;
  readonly giver?: Giver | undefined;
  readonly customerId?: string | undefined;
}

export interface ToldInvoice {
  readonly what: "invoice";
  readonly ids: PaymentIds & { readonly invoiceId: string };
  readonly subscriptionId: string;
  readonly outcome: "paid" | "failed";
  readonly at: string;
  readonly isLate: boolean;
  readonly amount: number;
  readonly isDemo: boolean;
  /** True for the invoice paid at checkout, where the donor sees the outcome. */
  readonly isFirst: boolean;
  readonly giver?: Giver | undefined;
  readonly customerId?: string | undefined;
}

export interface ToldWarning {
  readonly what: "warning";
  readonly ids: PaymentIds;
  readonly at: string;
}

/** A fact reported by the provider. */
export type Told =
  | ToldPayment
  | ToldAdjustment
  | ToldRefunded
  | ToldSubscription
  | ToldInvoice
  | ToldWarning;

/** A lookup that must be answered before its fact can be applied. */
export type Question =
  | { readonly about: "payment" | "refunds"; readonly ids: PaymentIds }
  | { readonly about: "subscription"; readonly id: string; readonly at: string }
  | { readonly about: "invoice"; readonly id: string };
