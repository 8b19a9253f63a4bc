import type { Stripe } from "stripe";
import { createRandomText, type AccountDouble } from "../account.ts";

const createList = <Item>(data: Item[], url: string): Stripe.ApiList<Item> => ({
  object: "list",
  data,
  has_more: false,
  url,
});

export function addCustomer(
  account: AccountDouble,
  details: {
    email?: string | undefined;
    name?: string | undefined;
    description?: string | undefined;
    metadata: Record<string, string>;
  },
): Stripe.Customer {
  return account.store<"customer">({
    id: account.createId("customer"),
    object: "customer",
    address: null,
    balance: 0,
    created: account.now(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: details.description ?? null,
    discount: null,
    email: details.email ?? null,
    invoice_prefix: createRandomText(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: account.isLive,
    metadata: details.metadata,
    name: details.name ?? null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  });
}

export function addProduct(
  account: AccountDouble,
  details: {
    id?: string | undefined;
    name: string;
    description?: string | undefined;
    metadata: Record<string, string>;
  },
): Stripe.Product {
  return account.store<"product">({
    id: details.id ?? account.createId("product"),
    object: "product",
    active: true,
    created: account.now(),
    default_price: null,
    description: details.description ?? null,
    images: [],
    livemode: account.isLive,
    marketing_features: [],
    metadata: details.metadata,
    name: details.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: account.now(),
    url: null,
  });
}

export interface NewPrice {
  readonly amount: number;
  readonly currency: string;
  readonly product: string;
  readonly recurring: { readonly interval: string; readonly count: number } | undefined;
}

export function addPrice(account: AccountDouble, details: NewPrice): Stripe.Price {
  return account.store<"price">({
    id: account.createId("price"),
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created: account.now(),
    currency: details.currency,
    custom_unit_amount: null,
    livemode: account.isLive,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: details.product,
    recurring:
      details.recurring === undefined
        ? null
        : {
            interval: details.recurring.interval,
            interval_count: details.recurring.count,
            meter: null,
            trial_period_days: null,
            usage_type: "licensed",
          },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: details.recurring === undefined ? "one_time" : "recurring",
    unit_amount: details.amount,
    // The SDK converts decimal strings to its own number type.
    unit_amount_decimal: String(details.amount) as never,
  });
}

export interface NewSubscription {
  readonly customer: string;
  /** A stored payment method that later invoices are charged to. */
  readonly method: string | null;
  /** When the first paid period starts, if not now. */
  readonly anchor: number | undefined;
  readonly prices: readonly Stripe.Price[];
  readonly metadata: Record<string, string>;
  readonly description: string | null;
  readonly savesPaymentMethod: boolean;
}

export function addSubscription(
  account: AccountDouble,
  details: NewSubscription,
): Stripe.Subscription {
  const id = account.createId("subscription");
  const start = account.now();
  const periodEnd = details.anchor ?? addMonth(start);
  const items = details.prices.map((price) => createItem(id, price, start, periodEnd));
  return account.store<"subscription">({
    ...createFixedFields(),
    id,
    object: "subscription",
    billing_cycle_anchor: details.anchor ?? start,
    created: start,
    currency: details.prices[0]?.currency ?? "usd",
    customer: details.customer,
    default_payment_method: details.method,
    description: details.description,
    items: createList(items, `/v1/subscription_items?subscription=${id}`),
    livemode: account.isLive,
    metadata: details.metadata,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: details.savesPaymentMethod ? "on_subscription" : "off",
    },
    start_date: start,
    status: details.anchor === undefined ? "incomplete" : "active",
  });
}

/**
 * Returns the fields that are the same on every new subscription. The object is new each time, because some of the
 * fields change later.
 */
const createFixedFields = () =>
  ({
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: "flexible" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    customer_account: null,
    days_until_due: null,
    default_source: null,
    default_tax_rates: [],
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    latest_invoice: null,
    managed_payments: null,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
  }) satisfies Partial<Stripe.Subscription>;

/** Adds a month. Like Stripe, uses the last day of the next month if that month is too short. */
export const addMonth = (seconds: number): number => {
  const date = new Date(seconds * 1000);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + 1);
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return Math.floor(date.getTime() / 1000);
};

const createItem = (subscription: string, price: Stripe.Price, start: number, periodEnd: number) =>
  ({
    id: `si_${createRandomText(14)}`,
    object: "subscription_item",
    billing_thresholds: null,
    created: start,
    current_period_end: periodEnd,
    current_period_start: start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: {
      id: price.id,
      object: "plan",
      active: true,
      amount: price.unit_amount,
      currency: price.currency,
      interval: "month",
      interval_count: 1,
      product: price.product,
    } as Stripe.Plan,
    price,
    quantity: 1,
    subscription,
    tax_rates: [],
  }) satisfies Stripe.SubscriptionItem;
