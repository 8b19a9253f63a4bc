import type { Hono } from "hono";
import type { Stripe } from "stripe";
import { AppError } from "../_shared/errors.ts";
import { type AppBindings, createApp } from "../_shared/http/app.ts";
import { readBody } from "../_shared/http/body.ts";
import { logWarning } from "../_shared/http/log.ts";
import type { Services } from "../_shared/http/services.ts";
import type { ProviderFact } from "../_shared/donations/provider-facts.ts";
import {
  readDispute,
  readRefund,
  readFraudWarning,
} from "../_shared/donations/stripe/read-adjustments.ts";
import { readCharge, readIntent, toTimestamp } from "../_shared/donations/stripe/read-payments.ts";
import { readInvoice, readSubscription } from "../_shared/donations/stripe/read-subscriptions.ts";
import {
  applyStripeFacts,
  cancelAfterFailures,
} from "../_shared/donations/stripe/apply-stripe-facts.ts";
import { claimStripeEvent } from "./queries.ts";
import { type SignedEvent, verifyEvent } from "./signature.ts";

/** Creates the app for Stripe's webhook calls. They aren't part of our API; only the signature authorizes them. */
export function createStripeWebhookApp(services: Services): Hono<AppBindings> {
  const app = createApp(services);
  app.post("/stripe-webhook", async (context) => {
    // The signature covers the raw bytes.
    const body = await readBody(context.req.raw);
    await receiveEvent(services, body, context.req.header("Stripe-Signature"));
    return context.json({ received: true });
  });
  return app;
}

const hasObject = (event: SignedEvent): event is Stripe.Event =>
  typeof event.data?.object === "object" && event.data.object !== null;

/** Describes an event by its identifiers only, because an event's data doesn't belong in a log. */
const describeEvent = ({ object, type, id }: SignedEvent): string =>
  [object, type, id].map((value) => String(value).slice(0, 100)).join(" ");

/**
 * Processes each event once, in one transaction with its changes. On failure everything rolls back, so Stripe's retry
 * starts clean.
 */
async function receiveEvent(
  services: Services,
  body: Uint8Array,
  signature: string | undefined,
): Promise<void> {
  const { PAYMENTS_MODE, STRIPE_WEBHOOK_SECRET } = services.environment;
  if (PAYMENTS_MODE !== "stripe" || STRIPE_WEBHOOK_SECRET === undefined) {
    throw new AppError("payments_not_configured");
  }
  const payload = await verifyEvent(body, signature, STRIPE_WEBHOOK_SECRET);
  if (!hasObject(payload)) {
    logWarning(
      `Stripe sent an event without an object, so it was ignored: ${describeEvent(payload)}.`,
    );
    return;
  }
  const event = payload;
  // Ignore test events in live mode, and vice versa.
  if (event.livemode !== services.stripe.isLive) return;
  const appliedFacts = await applyStripeFacts(services, readEvent(event), (sql) =>
    claimStripeEvent(sql, event),
  );
  await cancelAfterFailures(services, appliedFacts);
}

/**
 * Returns the facts in an event, oldest first, or nothing if it's about something else. It reads the object rather than
 * the event type, so new event types work too.
 */
function readEvent(event: Stripe.Event): readonly ProviderFact[] {
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
