import type { Stripe } from "stripe";
import type { AccountDouble } from "./account.ts";

const getSubscription = (account: AccountDouble, invoice: Stripe.Invoice) =>
  account.get(
    "subscription",
    invoice.parent?.subscription_details?.subscription as string | undefined,
  );

export function payInvoice(
  account: AccountDouble,
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent,
): void {
  const payment = invoice.payments?.data[0];
  if (payment !== undefined) {
    payment.amount_paid = intent.amount;
    payment.status = "paid";
    payment.status_transitions.paid_at = account.now();
  }
  Object.assign(invoice, {
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempt_count: invoice.attempt_count + 1,
    attempted: true,
    next_payment_attempt: null,
    status: "paid",
  });
  invoice.status_transitions.paid_at = account.now();
  const subscription = getSubscription(account, invoice);
  if (subscription.payment_settings?.save_default_payment_method === "on_subscription") {
    subscription.default_payment_method = intent.payment_method;
  }
  account.emit("invoice.paid", invoice);
  account.emit("invoice.payment_succeeded", invoice);
  if (subscription.status === "active") return;
  subscription.status = "active";
  account.emit("customer.subscription.updated", subscription);
}

export function failInvoice(account: AccountDouble, invoice: Stripe.Invoice): void {
  invoice.attempt_count += 1;
  invoice.attempted = true;
  const subscription = getSubscription(account, invoice);
  if (subscription.status !== "incomplete") {
    invoice.next_payment_attempt = account.now() + 3 * 86_400;
  }
  account.emit("invoice.payment_failed", invoice);
  if (subscription.status !== "active") return;
  subscription.status = "past_due";
  account.emit("customer.subscription.updated", subscription);
}
