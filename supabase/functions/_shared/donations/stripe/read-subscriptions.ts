import type { Stripe } from "stripe";
import { readCheckoutDetails } from "../checkout-metadata.ts";
import type { SubscriptionStatus } from "../recurring-donation-state.ts";
import type { InvoiceFact, SubscriptionFact } from "../provider-facts.ts";
import { readId, type SourceEvent, toTimestamp } from "./read-payments.ts";

/** If an event arrives later than this, it may have been superseded by another event that we haven't received. */
const LATE_AFTER_MS = 5 * 60_000;

const isLate = (event: SourceEvent): boolean =>
  event !== undefined && Date.now() - event.created * 1000 > LATE_AFTER_MS;

const statuses: Readonly<Record<string, SubscriptionStatus>> = {
  incomplete: "incomplete",
  incomplete_expired: "canceled",
  trialing: "active",
  active: "active",
  past_due: "past_due",
  unpaid: "past_due",
  paused: "paused",
  canceled: "canceled",
};

/**
 * Reads a subscription's facts. For lookups, `lookedUpAt` is when the lookup ran, or the time of the event that caused
 * it.
 */
export function readSubscription(
  subscription: Stripe.Subscription,
  source: { readonly event: SourceEvent } | { readonly lookedUpAt: string },
): SubscriptionFact {
  const items = subscription.items?.data ?? [];
  // Before API version 2025-03-31, the period was on the subscription itself.
  const { current_period_end: formerPeriodEnd = 0 } = subscription as {
    current_period_end?: number;
  };
  const periodEnd = Math.max(formerPeriodEnd, ...items.map((item) => item.current_period_end ?? 0));
  const cancelUnixTime =
    subscription.cancel_at ?? (subscription.cancel_at_period_end ? periodEnd || null : null);
  const endUnixTime = subscription.ended_at ?? subscription.canceled_at;
  const endReason = subscription.cancellation_details?.reason;
  return {
    kind: "subscription",
    subscriptionId: subscription.id,
    isDemo: !subscription.livemode,
    checkout: readCheckoutDetails(subscription.metadata),
    customerId: readId(subscription.customer),
    update: {
      status: statuses[subscription.status] ?? "past_due",
      ...("lookedUpAt" in source
        ? { occurredAt: source.lookedUpAt, isLookup: true }
        : { occurredAt: toTimestamp(source.event?.created ?? 0), isLate: isLate(source.event) }),
      amount: sumAmounts(items),
      currentPeriodEnd: periodEnd > 0 ? toTimestamp(periodEnd) : undefined,
      cancelsAt: cancelUnixTime === null ? null : toTimestamp(cancelUnixTime),
      canceledAt:
        endUnixTime === null || endUnixTime === undefined ? undefined : toTimestamp(endUnixTime),
      isEndedUnpaid: endReason ? endReason === "payment_failed" : undefined,
    },
  };
}

const sumAmounts = (items: readonly Stripe.SubscriptionItem[]): number | undefined => {
  const amount = items.reduce(
    (sum, { price, quantity }) => sum + (price?.unit_amount ?? 0) * (quantity ?? 1),
    0,
  );
  return amount > 0 ? amount : undefined;
};

/** Reads a paid or declined invoice. Returns undefined if it doesn't belong to a subscription. */
export function readInvoice(invoice: Stripe.Invoice, event?: SourceEvent): InvoiceFact | undefined {
  const { details, subscriptionId } = readInvoiceSubscription(invoice);
  if (invoice.id === undefined || subscriptionId === undefined) return undefined;
  const isPaid = invoice.status === "paid";
  const paidAt = isPaid ? invoice.status_transitions?.paid_at : undefined;
  return {
    kind: "invoice",
    ids: { invoiceId: invoice.id, paymentIntentId: findIntentId(invoice) },
    subscriptionId,
    outcome: isPaid ? "paid" : "failed",
    occurredAt: toTimestamp(paidAt ?? event?.created ?? invoice.created),
    isLate: isLate(event),
    amount: isPaid ? invoice.amount_paid : invoice.amount_due,
    isDemo: !invoice.livemode,
    isFirst: (invoice.billing_reason ?? "subscription_create") === "subscription_create",
    checkout: readCheckoutDetails(details?.metadata),
    customerId: readId(invoice.customer),
  };
}

/**
 * Before API version 2025-03-31, these fields were on the invoice itself. Webhook endpoints keep the API version they
 * were created with.
 */
interface EarlierInvoice {
  readonly subscription?: string | { readonly id: string } | null;
  readonly subscription_details?: { readonly metadata: Stripe.Metadata | null } | null;
  readonly payment_intent?: string | { readonly id: string } | null;
}

function readInvoiceSubscription(invoice: Stripe.Invoice & EarlierInvoice) {
  const details = invoice.parent?.subscription_details ?? invoice.subscription_details;
  const subscriptionId = readId(
    invoice.parent?.subscription_details?.subscription ?? invoice.subscription,
  );
  return { details, subscriptionId };
}

/** `payments` is present only if it was requested with `expand`. Events of current API versions don't include it. */
const findIntentId = (invoice: Stripe.Invoice & EarlierInvoice): string | undefined =>
  invoice.payments?.data
    .map(({ payment }) => readId(payment.payment_intent))
    .find((id) => id !== undefined) ?? readId(invoice.payment_intent);
