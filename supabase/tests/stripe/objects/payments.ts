import type { Stripe } from "stripe";
import type { TestMethod } from "../test-methods.ts";
import { createRandomText, type AccountDouble } from "../account.ts";

interface NewIntent {
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Record<string, string>;
  readonly customer?: string | null;
  readonly description?: string | null;
  readonly isAutomatic?: boolean;
  readonly receiptEmail?: string | null;
  readonly setupFutureUsage?: Stripe.PaymentIntent.SetupFutureUsage | null;
}

export function addIntent(account: AccountDouble, details: NewIntent): Stripe.PaymentIntent {
  const id = account.createId("payment_intent");
  return account.store<"payment_intent">({
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: details.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods:
      details.isAutomatic === true ? { allow_redirects: "always", enabled: true } : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: `${id}_secret_${createRandomText(25)}`,
    confirmation_method: "automatic",
    created: account.now(),
    currency: details.currency,
    customer: details.customer ?? null,
    customer_account: null,
    description: details.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: account.isLive,
    managed_payments: null,
    metadata: details.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card", "link", "us_bank_account"],
    payment_record: null,
    processing: null,
    receipt_email: details.receiptEmail ?? null,
    review: null,
    setup_future_usage: details.setupFutureUsage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
  });
}

type PaymentOutcome =
  | "succeeded"
  | "pending"
  | { readonly code: string; readonly message: string; readonly declineCode: string };

export function addCharge(
  account: AccountDouble,
  intent: Stripe.PaymentIntent,
  method: TestMethod,
  outcome: PaymentOutcome,
): Stripe.Charge {
  const failure = typeof outcome === "object" ? outcome : undefined;
  return account.store<"charge">({
    id: account.createId("charge"),
    object: "charge",
    amount: intent.amount,
    amount_captured: outcome === "succeeded" ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: outcome === "succeeded" ? `txn_${createRandomText()}` : null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: failure === undefined,
    created: account.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: account.isLive,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: createOutcome(failure?.declineCode),
    paid: failure === undefined,
    payment_intent: intent.id,
    payment_method: intent.payment_method as string,
    payment_method_details: {
      type: method.type,
      [method.type]: { last4: method.last4 },
    },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    refunds: { object: "list", data: [], has_more: false, url: "/v1/refunds" },
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: typeof outcome === "string" ? outcome : "failed",
    transfer_data: null,
    transfer_group: null,
  });
}

const createOutcome = (declineCode: string | undefined): Stripe.Charge.Outcome => ({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: declineCode === undefined ? "approved_by_network" : "declined_by_network",
  reason: declineCode ?? null,
  risk_level: "normal",
  seller_message: declineCode === undefined ? "Payment complete." : "The bank declined.",
  type: declineCode === undefined ? "authorized" : "issuer_declined",
});

export function addRefund(
  account: AccountDouble,
  charge: Stripe.Charge,
  details: { amount: number; reason: string | null; metadata: Record<string, string> },
): Stripe.Refund {
  const isDebit = charge.payment_method_details?.type === "us_bank_account";
  return account.store<"refund">({
    id: account.createId("refund"),
    object: "refund",
    amount: details.amount,
    balance_transaction: `txn_${createRandomText()}`,
    charge: charge.id,
    created: account.now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: details.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: details.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: isDebit ? "pending" : "succeeded",
    transfer_reversal: null,
  });
}

export function addDispute(
  account: AccountDouble,
  charge: Stripe.Charge,
  amount: number,
  reason = "fraudulent",
): Stripe.Dispute {
  return account.store<"dispute">({
    id: account.createId("dispute"),
    object: "dispute",
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: account.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {} as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: account.now() + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: null as never,
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: account.isLive,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: "needs_response",
  });
}
