import type { Stripe } from "stripe";
import type { World } from "./world.ts";

const getSubscription = (world: World, invoice: Stripe.Invoice) =>
  world.get(
    "subscription",
    invoice.parent?.subscription_details?.subscription as string | undefined,
  );

export function payInvoice(
  world: World,
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent,
): void {
  const payment = invoice.payments?.data[0];
  if (payment !== undefined) {
    payment.amount_paid = intent.amount;
    payment.status = "paid";
    payment.status_transitions.paid_at = world.now();
  }
  Object.assign(invoice, {
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempt_count: invoice.attempt_count + 1,
    attempted: true,
    next_payment_attempt: null,
    status: "paid",
  });
  invoice.status_transitions.paid_at = world.now();
  const subscription = getSubscription(world, invoice);
  if (subscription.payment_settings?.save_default_payment_method === "on_subscription") {
    subscription.default_payment_method = intent.payment_method;
  }
  world.emit("invoice.paid", invoice);
  world.emit("invoice.payment_succeeded", invoice);
  if (subscription.status === "active") return;
  subscription.status = "active";
  world.emit("customer.subscription.updated", subscription);
}

export function failInvoice(world: World, invoice: Stripe.Invoice): void {
  invoice.attempt_count += 1;
  invoice.attempted = true;
  const subscription = getSubscription(world, invoice);
  if (subscription.status !== "incomplete") {
    invoice.next_payment_attempt = world.now() + 3 * 86_400;
  }
  world.emit("invoice.payment_failed", invoice);
  if (subscription.status !== "active") return;
  subscription.status = "past_due";
  world.emit("customer.subscription.updated", subscription);
}
