import type { Stripe } from "stripe";
import type { ProviderFact } from "../provider-facts.ts";
import { readDispute, readRefund, readFraudWarning } from "./read-adjustments.ts";
import { readCharge, readIntent, toTimestamp } from "./read-payments.ts";
import { readInvoice, readSubscription } from "./read-subscriptions.ts";

/**
 * Returns the facts in an event, oldest first, or nothing if it's about something else. It reads the object rather than
 * the event type, so new event types work too.
 */
export function readEvent(event: Stripe.Event): readonly ProviderFact[] {
  const object = event.data.object as { readonly object: string };
  switch (object.object) {
    case "payment_intent":
      return [readIntent(object as Stripe.PaymentIntent, event)];
    case "charge":
      return readChargeEvent(object as Stripe.Charge, event);
    case "refund":
      return [readRefund(object as Stripe.Refund, event)];
    case "dispute":
      return [readDispute(object as Stripe.Dispute, event)];
    case "subscription":
      return [readSubscription(object as Stripe.Subscription, { event })];
    case "invoice":
      return readInvoiceEvent(object as Stripe.Invoice, event);
    case "radar.early_fraud_warning":
      return [readFraudWarning(object as Stripe.Radar.EarlyFraudWarning)];
    default:
      return [];
  }
}

/** Only old API versions include refunds in a charge. */
function readChargeEvent(charge: Stripe.Charge, event: Stripe.Event): readonly ProviderFact[] {
  const payment = readCharge(charge, event);
  const refunds = charge.refunds?.data ?? [];
  if (refunds.length > 0) return [payment, ...refunds.map((refund) => readRefund(refund, event))];
  if (!charge.amount_refunded) return [payment];
  const ids = { ...payment.ids, chargeId: charge.id };
  const { amount_refunded: amount } = charge;
  return [payment, { kind: "refunded", ids, amount, occurredAt: toTimestamp(event.created) }];
}

const INVOICE_EVENTS = new Set([
  "invoice.paid",
  "invoice.payment_succeeded",
  "invoice.payment_failed",
  "invoice.payment_action_required",
]);

/** Other events concern invoices without a payment attempt. */
function readInvoiceEvent(invoice: Stripe.Invoice, event: Stripe.Event): readonly ProviderFact[] {
  if (!INVOICE_EVENTS.has(event.type)) return [];
  const fact = readInvoice(invoice, event);
  return fact === undefined ? [] : [fact];
}
