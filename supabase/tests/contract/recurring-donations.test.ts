import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "./stack.ts";
import {
  startStripeSubscription,
  deleteDonorData,
  readDonations,
  readEmailedTemplates,
  startStripeMode,
  countTotalDifferences,
} from "./stripe-mode.ts";

let stripeMode: Awaited<ReturnType<typeof startStripeMode>>;
beforeAll(async () => {
  stripeMode = await startStripeMode(["stripe-webhook"]);
});
afterAll(async () => {
  await stripeMode.stop();
  await deleteDonorData();
});

async function readRecurringDonation(email: string) {
  const [row] = await sql<
    { status: string; amount: string; cancelsAt: Date | null; canceledAt: Date | null }[]
  >`
    select status, amount, cancels_at as "cancelsAt", canceled_at as "canceledAt"
    from public.subscriptions where email = ${email}`;
  return row;
}

/** Advances Stripe by a month and waits for all of its events. */
async function advanceMonth(subscriptionId: string, isPaid = true) {
  stripeMode.stripe.advance(3600);
  const invoice = stripeMode.stripe.nextCycle(subscriptionId, isPaid);
  await stripeMode.stripe.settled();
  return invoice;
}

async function startPaidRecurringDonation(hasRows = true) {
  const recurringDonation = await startStripeSubscription(stripeMode.api, 25, hasRows);
  stripeMode.stripe.pay(recurringDonation.secret, "pm_card_visa");
  await stripeMode.stripe.settled();
  return recurringDonation;
}

describe("threat 22: recurring donations", () => {
  it("DON-01: create one donation and one receipt per paid invoice, and none when canceled", async () => {
    const recurringDonation = await startPaidRecurringDonation();
    await advanceMonth(recurringDonation.subscriptionId);
    await advanceMonth(recurringDonation.subscriptionId);
    const donations = await readDonations(recurringDonation.email);
    expect(donations).toMatchObject(
      [1, 2, 3].map(() => ({ status: "completed", amount: "25.00" })),
    );
    expect(
      donations.every(({ intentId, chargeId }) => intentId !== null && chargeId !== null),
    ).toBe(true);
    const [row] = await sql`
      select count(*)::integer as rows, count(distinct stripe_invoice_id)::integer as invoices,
        count(distinct subscription_id)::integer as subscriptions, bool_and(is_recurring) as recurring,
        count(attempt_id)::integer as attempts
      from public.donations where email = ${recurringDonation.email}`;
    expect(row).toEqual({ rows: 3, invoices: 3, subscriptions: 1, recurring: true, attempts: 1 });
    expect(await readEmailedTemplates(recurringDonation.email)).toEqual(
      Array(3).fill("Donation Confirmation"),
    );
    console.log(`3 paid invoices: ${donations.length} donations, 3 receipts`);

    await stripeMode.api.subscriptions.cancel(recurringDonation.subscriptionId);
    await stripeMode.stripe.settled();
    expect(await readRecurringDonation(recurringDonation.email)).toMatchObject({
      status: "canceled",
    });
    expect(await readEmailedTemplates(recurringDonation.email)).toContain("Monthly Gift Canceled");
    expect(await readDonations(recurringDonation.email)).toHaveLength(3);
    expect(await countTotalDifferences()).toBe(0);
  });

  it("return to active when a failed payment succeeds, with one email however often Stripe retries", async () => {
    const recurringDonation = await startPaidRecurringDonation();
    const invoice = await advanceMonth(recurringDonation.subscriptionId, false);
    expect(await readRecurringDonation(recurringDonation.email)).toMatchObject({
      status: "past_due",
    });
    stripeMode.stripe.advance(3600);
    stripeMode.stripe.retryInvoice(invoice.id, false);
    await stripeMode.stripe.settled();
    expect(await readEmailedTemplates(recurringDonation.email)).toEqual([
      "Donation Confirmation",
      "Payment Failed",
    ]);
    expect(await readDonations(recurringDonation.email)).toHaveLength(1);

    stripeMode.stripe.advance(3600);
    stripeMode.stripe.retryInvoice(invoice.id, true);
    await stripeMode.stripe.settled();
    expect(await readRecurringDonation(recurringDonation.email)).toMatchObject({
      status: "active",
    });
    expect(await readDonations(recurringDonation.email)).toHaveLength(2);
    const [mail] = await sql`
      select data ? 'giftLinkId' as "hasLink", data::text ~ 'token' as "hasToken"
      from public.email_outbox where to_email = ${recurringDonation.email} and template_name = 'Payment Failed'`;
    expect(mail).toEqual({ hasLink: true, hasToken: false });
  });

  it("stay canceled, without an email, if a payment failure arrives after the cancellation", async () => {
    const recurringDonation = await startPaidRecurringDonation();
    stripeMode.stripe.hold();
    stripeMode.stripe.advance(3600);
    stripeMode.stripe.nextCycle(recurringDonation.subscriptionId, false);
    await stripeMode.api.subscriptions.cancel(recurringDonation.subscriptionId);
    const eventTypes: string[] = [];
    await stripeMode.stripe.deliverHeld((events) => {
      eventTypes.push(...events.map(({ type }) => type));
      return events.toReversed();
    });
    stripeMode.stripe.hold(false);
    expect(eventTypes).toEqual(
      expect.arrayContaining(["invoice.payment_failed", "customer.subscription.deleted"]),
    );
    expect(await readRecurringDonation(recurringDonation.email)).toMatchObject({
      status: "canceled",
    });
    expect(await readEmailedTemplates(recurringDonation.email)).toEqual([
      "Donation Confirmation",
      "Monthly Gift Canceled",
    ]);
  });

  it("aren't ended by a decline at the checkout, which doesn't send an email", async () => {
    const recurringDonation = await startStripeSubscription(stripeMode.api);
    expect(() => stripeMode.stripe.pay(recurringDonation.secret, "pm_card_chargeDeclined")).toThrow(
      "declined",
    );
    await stripeMode.stripe.settled();
    expect(await readRecurringDonation(recurringDonation.email)).toMatchObject({
      status: "incomplete",
    });
    expect(await readDonations(recurringDonation.email)).toMatchObject([{ status: "failed" }]);
    expect(await readEmailedTemplates(recurringDonation.email)).toEqual([]);
    stripeMode.stripe.pay(recurringDonation.secret, "pm_card_visa");
    await stripeMode.stripe.settled();
    expect(await readDonations(recurringDonation.email)).toMatchObject([{ status: "completed" }]);
  });

  it("record a scheduled cancellation and its reversal", async () => {
    const recurringDonation = await startPaidRecurringDonation();
    stripeMode.stripe.advance(3600);
    await stripeMode.api.subscriptions.update(recurringDonation.subscriptionId, {
      cancel_at_period_end: true,
    });
    await stripeMode.stripe.settled();
    const endingDonation = await readRecurringDonation(recurringDonation.email);
    expect([endingDonation?.status, endingDonation?.cancelsAt instanceof Date]).toEqual([
      "active",
      true,
    ]);
    stripeMode.stripe.advance(3600);
    await stripeMode.api.subscriptions.update(recurringDonation.subscriptionId, {
      cancel_at_period_end: false,
    });
    await stripeMode.stripe.settled();
    expect(await readRecurringDonation(recurringDonation.email)).toMatchObject({
      status: "active",
      cancelsAt: null,
    });
  });

  it("have their lost rows restored from the metadata in Stripe", async () => {
    const recurringDonation = await startPaidRecurringDonation(false);
    expect(await readRecurringDonation(recurringDonation.email)).toMatchObject({
      status: "active",
      amount: "25.00",
    });
    expect(await readDonations(recurringDonation.email)).toMatchObject([
      { status: "completed", amount: "25.00" },
    ]);
    expect(await readEmailedTemplates(recurringDonation.email)).toEqual(["Donation Confirmation"]);
  });

  it("threat 23: are canceled after five declines", async () => {
    const recurringDonation = await startStripeSubscription(stripeMode.api);
    for (let count = 0; count < 5; count += 1) {
      expect(() =>
        stripeMode.stripe.pay(recurringDonation.secret, "pm_card_chargeDeclined"),
      ).toThrow("declined");
      await stripeMode.stripe.settled();
    }
    expect(() => stripeMode.stripe.pay(recurringDonation.secret, "pm_card_visa")).toThrow(
      "canceled",
    );
    expect(await readRecurringDonation(recurringDonation.email)).toMatchObject({
      status: "canceled",
    });
    expect(await readDonations(recurringDonation.email)).toMatchObject([{ status: "failed" }]);
    expect(await readEmailedTemplates(recurringDonation.email)).toEqual([]);
  });
});
