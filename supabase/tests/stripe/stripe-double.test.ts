import type { Stripe } from "stripe";
import { describe, expect, it } from "vitest";
import { startTestDouble } from "./double-under-test.ts";

const { createIntent, double, listEventTypes, createSdk, stripe } = await startTestDouble();

/** Sends the request that Stripe.js sends from the browser. */
const confirmInBrowser = async (intent: Stripe.PaymentIntent, fields: Record<string, string>) => {
  const response = await fetch(`${double.url}/v1/payment_intents/${intent.id}/confirm`, {
    method: "POST",
    body: new URLSearchParams({
      key: "pk_test_double",
      client_secret: intent.client_secret ?? "",
      ...fields,
    }),
  });
  return { status: response.status, json: (await response.json()) as Record<string, never> };
};

const createSubscription = async () => {
  const product = await stripe.products.create({ name: "Monthly gift" });
  const customer = await stripe.customers.create({ email: "anna@example.org", name: "Anna B" });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [
      {
        price_data: {
          currency: "usd",
          product: product.id,
          unit_amount: 2500,
          recurring: { interval: "month" },
        },
      },
    ],
    payment_behavior: "default_incomplete",
    payment_settings: { save_default_payment_method: "on_subscription" },
    metadata: { kind: "gift" },
    expand: ["latest_invoice.confirmation_secret", "latest_invoice.payments"],
  });
  return { subscription, invoice: subscription.latest_invoice as Stripe.Invoice };
};

describe("a payment with the Stripe double", () => {
  it("is started by the SDK and confirmed by the browser, and sends signed events", async () => {
    const intent = await createIntent();
    expect(intent).toMatchObject({ status: "requires_payment_method", livemode: false });
    const { status, json } = await confirmInBrowser(intent, {
      "payment_method_data[type]": "card",
      "payment_method_data[card][number]": "4242 4242 4242 4242",
    });
    expect([status, json["status"]]).toEqual([200, "succeeded"]);
    const paidIntent = await stripe.paymentIntents.retrieve(intent.id, {
      expand: ["latest_charge"],
    });
    expect(paidIntent.latest_charge).toMatchObject({
      amount: 5000,
      paid: true,
      payment_intent: intent.id,
    });
    await double.settled();
    expect(listEventTypes()).toEqual([
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.succeeded",
    ]);
    expect(double.seen[0]?.version).toBe("2026-10-28.endive");
  });

  it("is refused with unknown parameters, keys or secrets", async () => {
    const invalidParams = {
      amount: 5000,
      currency: "usd",
      color: "red",
    } as Stripe.PaymentIntentCreateParams;
    await expect(stripe.paymentIntents.create(invalidParams)).rejects.toMatchObject({
      code: "parameter_unknown",
    });
    await expect(createIntent({}, 49)).rejects.toMatchObject({ code: "amount_too_small" });
    await expect(createIntent({}, 50.5)).rejects.toMatchObject({
      code: "parameter_invalid_integer",
    });
    await expect(stripe.balance.retrieve()).rejects.toMatchObject({ statusCode: 404 });
    await expect(createIntent({ apiKey: "sk_test_other" })).rejects.toMatchObject({
      statusCode: 401,
    });
    const [intent, otherIntent] = [await createIntent(), await createIntent()];
    const intentWithOtherSecret = { ...intent, client_secret: otherIntent.client_secret };
    expect(
      (await confirmInBrowser(intentWithOtherSecret, { payment_method: "pm_card_visa" })).status,
    ).toBe(400);
    await expect(createSdk("live").paymentIntents.retrieve(intent.id)).rejects.toMatchObject({
      code: "resource_missing",
    });
  });

  it("is created once per idempotency key, and reusing a key with other parameters is refused", async () => {
    const options = { idempotencyKey: "attempt-1" };
    const [firstIntent, secondIntent] = await Promise.all([
      createIntent(options),
      createIntent(options),
    ]);
    expect(secondIntent.id).toBe(firstIntent.id);
    await expect(createIntent(options, 5100)).rejects.toMatchObject({
      type: "StripeIdempotencyError",
    });
  });

  it.each([
    ["pm_card_chargeDeclined", "generic_decline"],
    ["pm_card_visa_chargeDeclinedInsufficientFunds", "insufficient_funds"],
  ])("is declined with %s and succeeds with another card afterward", async (method, reason) => {
    const intent = await createIntent();
    const { status, json } = await confirmInBrowser(intent, { payment_method: method });
    expect(status).toBe(402);
    expect(json["error"]).toMatchObject({ type: "card_error", decline_code: reason });
    await double.settled();
    expect(listEventTypes().slice(1)).toEqual(["charge.failed", "payment_intent.payment_failed"]);
    double.pay(intent.client_secret ?? "", "pm_card_visa");
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe("succeeded");
  });

  it("succeeds once the bank authenticates it or a debit settles, and can be canceled only before that", async () => {
    const [challengedIntent, debitIntent, unpaidIntent] = [
      await createIntent(),
      await createIntent(),
      await createIntent(),
    ];
    expect(
      double.pay(challengedIntent.client_secret ?? "", "pm_card_threeDSecure2Required").status,
    ).toBe("requires_action");
    expect(double.authenticate(challengedIntent.id, true).status).toBe("succeeded");
    expect(double.pay(debitIntent.client_secret ?? "", "pm_usBankAccount").status).toBe(
      "processing",
    );
    expect(double.settle(debitIntent.id, true).status).toBe("succeeded");
    expect((await stripe.paymentIntents.cancel(unpaidIntent.id)).status).toBe("canceled");
    await expect(stripe.paymentIntents.cancel(challengedIntent.id)).rejects.toMatchObject({
      code: "payment_intent_unexpected_state",
    });
  });
});

describe("a recurring donation with the Stripe double", () => {
  it("is charged for three cycles, one of them declined at first, until it is canceled", async () => {
    const { subscription, invoice } = await createSubscription();
    expect(subscription.status).toBe("incomplete");
    const intentId = invoice.payments?.data[0]?.payment.payment_intent as string;
    expect(invoice.confirmation_secret?.client_secret).toContain(`${intentId}_secret_`);
    await expect(stripe.paymentIntents.cancel(intentId)).rejects.toThrow(/invoice/);
    double.pay(invoice.confirmation_secret?.client_secret ?? "", "pm_card_visa");
    const activeSubscription = await stripe.subscriptions.retrieve(subscription.id);
    expect(activeSubscription).toMatchObject({ status: "active", latest_invoice: invoice.id });

    double.nextCycle(subscription.id);
    const declinedInvoice = double.nextCycle(subscription.id, false);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("past_due");
    double.retryInvoice(declinedInvoice.id);
    const paidInvoices = await stripe.invoices.list({
      subscription: subscription.id,
      status: "paid",
    });
    expect(paidInvoices.data).toHaveLength(3);
    expect(paidInvoices.data[0]).toMatchObject({
      parent: { subscription_details: { metadata: { kind: "gift" } } },
    });
    expect(paidInvoices.data[0]).not.toHaveProperty("payments");
    expect((await stripe.subscriptions.cancel(subscription.id)).status).toBe("canceled");
    await double.settled();
    expect(listEventTypes().filter((type) => type === "invoice.paid")).toHaveLength(3);
    expect(listEventTypes().filter((type) => type === "invoice.payment_failed")).toHaveLength(1);
    expect(listEventTypes().at(-1)).toBe("customer.subscription.deleted");
  });
});

describe("the Stripe double", () => {
  it("supports disputes, fraud warnings, and partial refunds up to the remaining amount", async () => {
    const intent = await createIntent();
    double.pay(intent.client_secret ?? "", "pm_card_visa");
    const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 2000 });
    expect(refund).toMatchObject({ status: "succeeded", amount: 2000, payment_intent: intent.id });
    await expect(
      stripe.refunds.create({ payment_intent: intent.id, amount: 3001 }),
    ).rejects.toMatchObject({ param: "amount" });
    await stripe.refunds.create({ payment_intent: intent.id });
    await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      code: "charge_already_refunded",
    });
    const dispute = double.dispute(intent.id);
    double.closeDispute(dispute.id, false);
    double.warnOfFraud(intent.id);
    const { data } = await stripe.disputes.list({ payment_intent: intent.id });
    expect(data.map(({ status }) => status)).toEqual(["lost"]);
    expect((await stripe.refunds.list({ payment_intent: intent.id })).data).toHaveLength(2);
    expect(
      (await stripe.radar.earlyFraudWarnings.list({ payment_intent: intent.id })).data,
    ).toHaveLength(1);
  });

  it("pages its lists newest first, filtered by creation time", async () => {
    double.advance(86_400);
    const startedAt = double.accounts.test.now();
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) ids.unshift((await createIntent()).id);
    const pageParams = { created: { gte: startedAt }, limit: 2 };
    expect((await stripe.paymentIntents.list(pageParams)).has_more).toBe(true);
    const listedIntents = await stripe.paymentIntents
      .list(pageParams)
      .autoPagingToArray({ limit: 100 });
    expect(listedIntents.map(({ id }) => id)).toEqual(ids);
  });

  it("opens the billing portal", async () => {
    const { id: customer } = await stripe.customers.create({ email: "anna@example.org" });
    const session = await stripe.billingPortal.sessions.create({
      customer,
      return_url: "https://example.org/manage-gift",
    });
    expect(session.url).toMatch(/^https:\/\/billing\.stripe\.com\//);
  });
});
