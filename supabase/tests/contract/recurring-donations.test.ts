import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "./stack.ts";
import {
  startRecurringDonation,
  deleteDonations,
  donationsOf,
  mailsTo,
  startStripeMode,
  totalsDiffer,
} from "./stripe-mode.ts";

let mode: Awaited<ReturnType<typeof startStripeMode>>;
beforeAll(async () => {
  mode = await startStripeMode(["stripe-webhook"]);
});
afterAll(async () => {
  await mode.stop();
  await deleteDonations();
});

async function recurringDonationOf(email: string) {
  const [row] = await sql<
    { status: string; amount: string; cancelsAt: Date | null; cancelledAt: Date | null }[]
  >`
    select status, amount, cancels_at as "cancelsAt", cancelled_at as "cancelledAt"
    from public.subscriptions where email = ${email}`;
  return row;
}

/** Lets a month pass in Stripe and waits for all its events. */
async function advanceMonth(subscriptionId: string, isPaid = true) {
  mode.stripe.advance(3600);
  const invoice = mode.stripe.nextCycle(subscriptionId, isPaid);
  await mode.stripe.settled();
  return invoice;
}

async function startPaidRecurringDonation(hasRows = true) {
  const recurringDonation = await startRecurringDonation(mode.api, 25, hasRows);
  mode.stripe.pay(recurringDonation.secret, "pm_card_visa");
  await mode.stripe.settled();
  return recurringDonation;
}

describe("threat 22: recurring donations", () => {
  it("DON-01: three paid invoices create three donations and three receipts, and canceling adds none", async () => {
    const recurringDonation = await startPaidRecurringDonation();
    await advanceMonth(recurringDonation.subscriptionId);
    await advanceMonth(recurringDonation.subscriptionId);
    const donations = await donationsOf(recurringDonation.email);
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
    expect(await mailsTo(recurringDonation.email)).toEqual(Array(3).fill("Donation Confirmation"));
    console.log(`3 paid invoices: ${donations.length} donations, 3 receipts`);

    await mode.api.subscriptions.cancel(recurringDonation.subscriptionId);
    await mode.stripe.settled();
    expect(await recurringDonationOf(recurringDonation.email)).toMatchObject({
      status: "cancelled",
    });
    expect(await mailsTo(recurringDonation.email)).toContain("Monthly Gift Cancelled");
    expect(await donationsOf(recurringDonation.email)).toHaveLength(3);
    expect(await totalsDiffer()).toBe(0);
  });

  it("returns to active when a failed payment succeeds, with one email however often Stripe retries", async () => {
    const recurringDonation = await startPaidRecurringDonation();
    const invoice = await advanceMonth(recurringDonation.subscriptionId, false);
    expect(await recurringDonationOf(recurringDonation.email)).toMatchObject({
      status: "past_due",
    });
    mode.stripe.advance(3600);
    mode.stripe.retryInvoice(invoice.id, false);
    await mode.stripe.settled();
    expect(await mailsTo(recurringDonation.email)).toEqual([
      "Donation Confirmation",
      "Payment Failed",
    ]);
    expect(await donationsOf(recurringDonation.email)).toHaveLength(1);

    mode.stripe.advance(3600);
    mode.stripe.retryInvoice(invoice.id, true);
    await mode.stripe.settled();
    expect(await recurringDonationOf(recurringDonation.email)).toMatchObject({ status: "active" });
    expect(await donationsOf(recurringDonation.email)).toHaveLength(2);
    const [mail] = await sql`
      select data ? 'giftLinkId' as "hasLink", data::text ~ 'token' as "hasToken"
      from public.email_outbox where to_email = ${recurringDonation.email} and template_name = 'Payment Failed'`;
    expect(mail).toEqual({ hasLink: true, hasToken: false });
  });

  it("a payment failure that arrives after the cancellation doesn't send an email or reactivate the donation", async () => {
    const recurringDonation = await startPaidRecurringDonation();
    mode.stripe.hold();
    mode.stripe.advance(3600);
    mode.stripe.nextCycle(recurringDonation.subscriptionId, false);
    await mode.api.subscriptions.cancel(recurringDonation.subscriptionId);
    const types: string[] = [];
    await mode.stripe.deliverHeld((events) => {
      types.push(...events.map(({ type }) => type));
      return events.toReversed();
    });
    mode.stripe.hold(false);
    expect(types).toEqual(
      expect.arrayContaining(["invoice.payment_failed", "customer.subscription.deleted"]),
    );
    expect(await recurringDonationOf(recurringDonation.email)).toMatchObject({
      status: "cancelled",
    });
    expect(await mailsTo(recurringDonation.email)).toEqual([
      "Donation Confirmation",
      "Monthly Gift Cancelled",
    ]);
  });

  it("a decline at the checkout doesn't send an email or end the recurring donation", async () => {
    const recurringDonation = await startRecurringDonation(mode.api);
    expect(() => mode.stripe.pay(recurringDonation.secret, "pm_card_chargeDeclined")).toThrow(
      "declined",
    );
    await mode.stripe.settled();
    expect(await recurringDonationOf(recurringDonation.email)).toMatchObject({
      status: "incomplete",
    });
    expect(await donationsOf(recurringDonation.email)).toMatchObject([{ status: "failed" }]);
    expect(await mailsTo(recurringDonation.email)).toEqual([]);
    mode.stripe.pay(recurringDonation.secret, "pm_card_visa");
    await mode.stripe.settled();
    expect(await donationsOf(recurringDonation.email)).toMatchObject([{ status: "completed" }]);
  });

  it("records a scheduled cancellation and its reversal", async () => {
    const recurringDonation = await startPaidRecurringDonation();
    mode.stripe.advance(3600);
    await mode.api.subscriptions.update(recurringDonation.subscriptionId, {
      cancel_at_period_end: true,
    });
    await mode.stripe.settled();
    const endingDonation = await recurringDonationOf(recurringDonation.email);
    expect([endingDonation?.status, endingDonation?.cancelsAt instanceof Date]).toEqual([
      "active",
      true,
    ]);
    mode.stripe.advance(3600);
    await mode.api.subscriptions.update(recurringDonation.subscriptionId, {
      cancel_at_period_end: false,
    });
    await mode.stripe.settled();
    expect(await recurringDonationOf(recurringDonation.email)).toMatchObject({
      status: "active",
      cancelsAt: null,
    });
  });

  it("restores lost rows from the metadata in Stripe", async () => {
    const recurringDonation = await startPaidRecurringDonation(false);
    expect(await recurringDonationOf(recurringDonation.email)).toMatchObject({
      status: "active",
      amount: "25.00",
    });
    expect(await donationsOf(recurringDonation.email)).toMatchObject([
      { status: "completed", amount: "25.00" },
    ]);
    expect(await mailsTo(recurringDonation.email)).toEqual(["Donation Confirmation"]);
  });

  it("threat 23: five declines cancel the recurring donation", async () => {
    const recurringDonation = await startRecurringDonation(mode.api);
    for (let time = 0; time < 5; time += 1) {
      expect(() => mode.stripe.pay(recurringDonation.secret, "pm_card_chargeDeclined")).toThrow(
        "declined",
      );
      await mode.stripe.settled();
    }
    expect(() => mode.stripe.pay(recurringDonation.secret, "pm_card_visa")).toThrow("canceled");
    expect(await recurringDonationOf(recurringDonation.email)).toMatchObject({
      status: "cancelled",
    });
    expect(await donationsOf(recurringDonation.email)).toMatchObject([{ status: "failed" }]);
    expect(await mailsTo(recurringDonation.email)).toEqual([]);
  });
});
