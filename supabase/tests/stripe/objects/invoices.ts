import type { Stripe } from "stripe";
import { createRandomText, type AccountDouble } from "../account.ts";
import { addMonth } from "./billing.ts";
import { addIntent } from "./payments.ts";

type BillingReason = "subscription_create" | "subscription_cycle";

/** Creates a finalized invoice with the intent that pays it. */
export function addInvoice(
  account: AccountDouble,
  subscription: Stripe.Subscription,
  reason: BillingReason,
): Stripe.Invoice {
  const intent = addInvoiceIntent(account, subscription, reason);
  const invoice = storeInvoice(account, subscription, reason, intent.amount);
  account.invoiceIdByIntent.set(intent.id, invoice.id);
  invoice.confirmation_secret = {
    client_secret: intent.client_secret ?? "",
    type: "payment_intent",
  };
  invoice.payments?.data.push(addInvoicePayment(account, invoice.id, intent));
  account.emit("invoice.created", invoice);
  account.emit("invoice.finalized", invoice);
  return invoice;
}

/** Creates the invoice, paid immediately, for the free time before a subscription's first period. */
export function addFreeInvoice(
  account: AccountDouble,
  subscription: Stripe.Subscription,
): Stripe.Invoice {
  const invoice = storeInvoice(account, subscription, "subscription_create", 0);
  Object.assign(invoice, { attempted: true, status: "paid" });
  invoice.status_transitions.paid_at = account.now();
  for (const type of ["invoice.created", "invoice.finalized", "invoice.paid"]) {
    account.emit(type, invoice);
  }
  return invoice;
}

function storeInvoice(
  account: AccountDouble,
  subscription: Stripe.Subscription,
  reason: BillingReason,
  amount: number,
): Stripe.Invoice {
  const customer = account.get("customer", subscription.customer as string);
  const id = account.createId("invoice");
  const invoice = account.store<"invoice">({
    ...fixedFields,
    ...createUnpaidAmounts(amount),
    ...getCustomerFields(customer),
    ...createTimestampFields(account.now()),
    id,
    object: "invoice",
    billing_reason: reason,
    confirmation_secret: null,
    currency: subscription.currency,
    hosted_invoice_url: `https://invoice.stripe.com/i/${createRandomText()}`,
    lines: {
      object: "list",
      data: amount === 0 ? [] : createLines(account, subscription, id),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: account.isLive,
    metadata: {},
    parent: {
      quote_details: null,
      subscription_details: {
        metadata: { ...subscription.metadata },
        subscription: subscription.id,
      },
      type: "subscription_details",
    },
    payments: { object: "list", data: [], has_more: false, url: "/v1/invoice_payments" },
    status: "open",
  });
  customer.next_invoice_sequence = (customer.next_invoice_sequence ?? 1) + 1;
  subscription.latest_invoice = invoice.id;
  return invoice;
}

function addInvoiceIntent(
  account: AccountDouble,
  { items, currency, customer }: Stripe.Subscription,
  reason: BillingReason,
): Stripe.PaymentIntent {
  const amount = items.data.reduce(
    (sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1),
    0,
  );
  return addIntent(account, {
    amount,
    currency,
    // A subscription's metadata isn't copied to the intents of its invoices.
    metadata: {},
    customer: customer as string,
    description: reason === "subscription_create" ? "Subscription creation" : "Subscription update",
    setupFutureUsage: "off_session",
  });
}

const createUnpaidAmounts = (amount: number) => ({
  amount_due: amount,
  amount_paid: 0,
  amount_remaining: amount,
  subtotal: amount,
  subtotal_excluding_tax: amount,
  total: amount,
  total_excluding_tax: amount,
});

const getCustomerFields = (customer: Stripe.Customer) => ({
  customer: customer.id,
  customer_email: customer.email,
  customer_name: customer.name ?? null,
  number: `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, "0")}`,
});

const createTimestampFields = (now: number) => ({
  created: now,
  effective_at: now,
  period_end: now,
  period_start: now,
  status_transitions: {
    finalized_at: now,
    marked_uncollectible_at: null,
    paid_at: null,
    voided_at: null,
  },
});

const addInvoicePayment = (account: AccountDouble, invoice: string, intent: Stripe.PaymentIntent) =>
  account.store<"invoice_payment">({
    id: account.createId("invoice_payment"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: intent.amount,
    created: account.now(),
    currency: intent.currency,
    invoice,
    is_default: true,
    livemode: account.isLive,
    payment: { payment_intent: intent.id, type: "payment_intent" },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  });

const createLines = (account: AccountDouble, { id, items }: Stripe.Subscription, invoice: string) =>
  items.data.map(({ id: itemId, price, quantity = 1 }): Stripe.InvoiceLineItem => ({
    id: `il_${createRandomText()}`,
    object: "line_item",
    amount: (price.unit_amount ?? 0) * quantity,
    currency: price.currency,
    description: "Monthly gift",
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: account.isLive,
    metadata: {},
    parent: {
      invoice_item_details: null,
      license_fee_subscription_details: null,
      rate_card_subscription_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: null,
        subscription: id,
        subscription_item: itemId,
      },
      type: "subscription_item_details",
    } as unknown as Stripe.InvoiceLineItem.Parent,
    period: { start: account.now(), end: addMonth(account.now()) },
    pretax_credit_amounts: [],
    pricing: null,
    quantity,
    quantity_decimal: null,
    subscription: null,
    subtotal: (price.unit_amount ?? 0) * quantity,
    taxes: [],
  }));

/** The fields that are the same on every invoice. */
const fixedFields = {
  account_country: "US",
  account_name: "Care packages",
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_shipping: 0,
  application: null,
  attempt_count: 0,
  attempted: false,
  auto_advance: true,
  automatic_tax: {
    disabled_reason: null,
    enabled: false,
    liability: null,
    provider: null,
    status: null,
  },
  automatically_finalizes_at: null,
  collection_method: "charge_automatically",
  custom_fields: null,
  customer_account: null,
  customer_address: null,
  customer_phone: null,
  customer_shipping: null,
  customer_tax_exempt: "none",
  customer_tax_ids: [],
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: null,
  ending_balance: 0,
  footer: null,
  from_invoice: null,
  issuer: { type: "self" },
  last_finalization_error: null,
  latest_revision: null,
  next_payment_attempt: null,
  on_behalf_of: null,
  payment_settings: {
    default_mandate: null,
    payment_method_options: null,
    payment_method_types: null,
  },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  starting_balance: 0,
  statement_descriptor: null,
  test_clock: null,
  total_discount_amounts: [],
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: null,
} satisfies Partial<Stripe.Invoice>;
