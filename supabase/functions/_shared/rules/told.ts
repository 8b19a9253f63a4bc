import type { AdjustmentFacts } from "./adjustment-state.ts";
import type { PaymentFacts } from "./gift-state.ts";
import type { SubscriptionFacts } from "./subscription-state.ts";

/** Who gives and how, as every payment of ours carries it at the provider: a lost row can be made again of it. */
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

/** By what the provider names a payment; one is enough to find its gift. */
export interface PaymentIds {
  readonly paymentIntentId?: string | undefined;
  /** Of the charge that succeeded. */
  readonly chargeId?: string | undefined;
  readonly invoiceId?: string | undefined;
}

/** Amounts are whole cents; moments are written as by `toISOString`. */
export interface ToldPayment {
  readonly what: "payment";
  readonly ids: PaymentIds;
  readonly facts: PaymentFacts;
  readonly amount: number;
  readonly isDemo: boolean;
  /** Absent: not ours, or the payment of an invoice, which knows its subscription alone. */
  readonly giver?: Giver | undefined;
  readonly customerId?: string | undefined;
}

export interface ToldAdjustment {
  readonly what: "adjustment";
  readonly ids: PaymentIds;
  readonly facts: AdjustmentFacts;
}

/** How much of a charge has been given back, without the refunds themselves. */
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
  /** It belongs to the checkout, where the donor sees how it ends. */
  readonly isFirst: boolean;
  readonly giver?: Giver | undefined;
  readonly customerId?: string | undefined;
}

export interface ToldWarning {
  readonly what: "warning";
  readonly ids: PaymentIds;
  readonly at: string;
}

/** What the provider says, of whatever. */
export type Told =
  | ToldPayment
  | ToldAdjustment
  | ToldRefunded
  | ToldSubscription
  | ToldInvoice
  | ToldWarning;

/** What has to be known first; the answer is told before what it was asked for. */
export type Question =
  | { readonly about: "payment" | "refunds"; readonly ids: PaymentIds }
  | { readonly about: "subscription"; readonly id: string; readonly at: string }
  | { readonly about: "invoice"; readonly id: string };
