import type { Stripe } from "stripe";
import { createInvalidRequestError } from "./api-error.ts";
import {
  getObjectParameter,
  getIntegerParameter,
  getListParameter,
  getMetadataParameter,
  type Params,
  getTextParameter,
} from "./forms.ts";
import { cardChallenge, markCanceled, declineIntent, completeIntent } from "./intents.ts";
import { failInvoice } from "./invoices.ts";
import { addPrice, addProduct, addSubscription, addMonth } from "./objects/billing.ts";
import { addFreeInvoice, addInvoice } from "./objects/invoices.ts";
import { requireParameters } from "./parameters.ts";
import { testMethods } from "./test-methods.ts";
import type { AccountDouble } from "./account.ts";

export function createProduct(account: AccountDouble, params: Params): Stripe.Product {
  const id = getTextParameter(params, "id");
  if (id !== undefined && account.find(id) !== undefined) {
    throw createInvalidRequestError("Product already exists.", { code: "resource_already_exists" });
  }
  return addProduct(account, {
    id,
    name: getTextParameter(params, "name") ?? "",
    description: getTextParameter(params, "description"),
    metadata: getMetadataParameter(params),
  });
}

export function updateProduct(product: Stripe.Product, params: Params): Stripe.Product {
  const active = getTextParameter(params, "active");
  if (active !== undefined) product.active = active === "true";
  product.name = getTextParameter(params, "name") ?? product.name;
  return product;
}

/** Returns the product's ID. Stripe refuses new prices for archived products. */
function requireActiveProduct(account: AccountDouble, id: string | undefined): string {
  const product = account.get("product", id);
  if (product.active) return product.id;
  throw createInvalidRequestError(
    `The product ${product.id} is marked as inactive, and thus cannot be used with a new price.`,
    { param: "items[0][price_data][product]" },
  );
}

/** Handles `/v1/prices` and a subscription's `price_data`, which requires an existing product. */
export function createPrice(account: AccountDouble, params: Params): Stripe.Price {
  requireParameters(params, "currency", "unit_amount");
  const recurring = getObjectParameter(params, "recurring");
  const product =
    params["product_data"] === undefined
      ? requireActiveProduct(account, getTextParameter(params, "product"))
      : createProduct(account, getObjectParameter(params, "product_data")).id;
  return addPrice(account, {
    amount: getIntegerParameter(params, "unit_amount") ?? 0,
    currency: getTextParameter(params, "currency") ?? "",
    product,
    recurring:
      params["recurring"] === undefined
        ? undefined
        : {
            interval: getTextParameter(recurring, "interval") ?? "",
            count: getIntegerParameter(recurring, "interval_count") ?? 1,
          },
  });
}

export function createSubscription(account: AccountDouble, params: Params): Stripe.Subscription {
  requireParameters(params, "customer", "items");
  const customer = account.get("customer", getTextParameter(params, "customer")).id;
  const methodId = getTextParameter(params, "default_payment_method");
  const method = methodId === undefined ? null : account.requireSavedMethod(methodId, customer);
  if (method === null && getTextParameter(params, "payment_behavior") !== "default_incomplete") {
    throw createInvalidRequestError(
      "This customer has no attached payment source or default payment method.",
      {
        code: "resource_missing",
      },
    );
  }
  const anchor = readBillingAnchor(account, params);
  const prices = getListParameter(params, "items").map((item) => {
    const priceId = getTextParameter(item as Params, "price");
    return priceId === undefined
      ? createPrice(account, getObjectParameter(item as Params, "price_data"))
      : account.get("price", priceId);
  });
  const settings = getObjectParameter(params, "payment_settings");
  const subscription = addSubscription(account, {
    customer,
    method,
    anchor,
    prices,
    metadata: getMetadataParameter(params),
    description: getTextParameter(params, "description") ?? null,
    savesPaymentMethod: settings["save_default_payment_method"] === "on_subscription",
  });
  if (anchor === undefined) addInvoice(account, subscription, "subscription_create");
  else addFreeInvoice(account, subscription);
  account.emit("customer.subscription.created", subscription);
  return subscription;
}

/**
 * The double supports an anchor only without prorations, which is how we use it. There is then no charge for the time
 * until the anchor.
 */
function readBillingAnchor(account: AccountDouble, params: Params): number | undefined {
  const anchor = getIntegerParameter(params, "billing_cycle_anchor");
  if (anchor === undefined) return undefined;
  if (anchor <= account.now() || anchor > addMonth(account.now())) {
    throw createInvalidRequestError(
      "billing_cycle_anchor cannot be earlier than now or later than next natural billing date",
      { param: "billing_cycle_anchor" },
    );
  }
  if (getTextParameter(params, "proration_behavior") === "none") return anchor;
  throw createInvalidRequestError("The double doesn't support prorations.");
}

export function updateSubscription(
  account: AccountDouble,
  subscription: Stripe.Subscription,
  params: Params,
) {
  const cancelsAtPeriodEnd = getTextParameter(params, "cancel_at_period_end");
  if (cancelsAtPeriodEnd !== undefined)
    subscription.cancel_at_period_end = cancelsAtPeriodEnd === "true";
  subscription.description = getTextParameter(params, "description") ?? subscription.description;
  subscription.default_payment_method =
    getTextParameter(params, "default_payment_method") ?? subscription.default_payment_method;
  Object.assign(subscription.metadata, getMetadataParameter(params));
  account.emit("customer.subscription.updated", subscription);
  return subscription;
}

export function cancelSubscription(
  account: AccountDouble,
  subscription: Stripe.Subscription,
  reason: Stripe.Subscription.CancellationDetails.Reason = "cancellation_requested",
) {
  if (subscription.ended_at !== null) {
    throw createInvalidRequestError(`No such subscription: '${subscription.id}'`, {
      code: "resource_missing",
    });
  }
  const wasIncomplete = subscription.status === "incomplete";
  Object.assign(subscription, {
    canceled_at: account.now(),
    ended_at: account.now(),
    status: wasIncomplete ? "incomplete_expired" : "canceled",
  });
  Object.assign(subscription.cancellation_details ?? {}, { reason });
  voidOpenInvoice(account, subscription);
  account.emit("customer.subscription.deleted", subscription);
  return subscription;
}

function voidOpenInvoice(account: AccountDouble, subscription: Stripe.Subscription): void {
  const invoice = account.get("invoice", subscription.latest_invoice as string);
  if (invoice.status !== "open") return;
  invoice.status = "void";
  invoice.status_transitions.voided_at = account.now();
  account.emit("invoice.voided", invoice);
  const intent = getInvoiceIntent(account, invoice);
  if (intent.status !== "succeeded") markCanceled(account, intent, "void_invoice");
}

export const getInvoiceIntent = (
  account: AccountDouble,
  invoice: Stripe.Invoice,
): Stripe.PaymentIntent =>
  account.get("payment_intent", invoice.payments?.data[0]?.payment.payment_intent as string);

/**
 * Moves a subscription to its next period, and either pays the new invoice with the saved card or declines the payment.
 */
export function nextCycle(
  account: AccountDouble,
  subscription: Stripe.Subscription,
  isPaid: boolean,
  declinedMethod?: string,
) {
  if (subscription.status !== "active" && subscription.status !== "past_due") {
    throw createInvalidRequestError(
      `A subscription that is ${subscription.status} has no next cycle.`,
    );
  }
  for (const item of subscription.items.data) {
    item.current_period_start = item.current_period_end;
    item.current_period_end = addMonth(item.current_period_end);
  }
  const invoice = addInvoice(account, subscription, "subscription_cycle");
  account.emit("customer.subscription.updated", subscription);
  attemptInvoice(account, invoice, isPaid, declinedMethod);
  return invoice;
}

/** Tries to pay an invoice with the saved card, as Stripe does for a new invoice or a retry. */
export function attemptInvoice(
  account: AccountDouble,
  invoice: Stripe.Invoice,
  isPaid: boolean,
  declinedMethod = "pm_card_chargeDeclined",
) {
  const methodId = isPaid ? "pm_card_visa" : declinedMethod;
  const intent = getInvoiceIntent(account, invoice);
  intent.payment_method = methodId;
  const method = testMethods[methodId];
  if (method === undefined) throw new Error(methodId);
  if (isPaid) completeIntent(account, intent, method);
  else if (method.outcome === "needs authentication") {
    Object.assign(intent, { status: "requires_action", next_action: cardChallenge });
    account.emit("payment_intent.requires_action", intent);
    failInvoice(account, invoice);
  } else declineIntent(account, intent, method);
  return invoice;
}
