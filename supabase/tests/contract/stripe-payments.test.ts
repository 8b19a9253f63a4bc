import { randomUUID } from "node:crypto";
import type { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkoutMetadata } from "../../functions/_shared/giving/checkout-metadata.ts";
import { fingerprint, sql } from "./stack.ts";
import {
  startDonation,
  deleteDonations,
  donationsOf,
  mailsTo,
  newDonorDetails,
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

async function payDonation(dollars = 50) {
  const donation = await startDonation(mode.api, dollars);
  mode.stripe.pay(donation.secret, "pm_card_visa");
  await mode.stripe.settled();
  return donation;
}

/** Creates an event for something that didn't happen. */
const createEvent = (type: string, object: object, livemode = false) =>
  ({
    id: `evt_${randomUUID()}`,
    object: "event",
    api_version: "2026-10-28.endive",
    created: Math.floor(Date.now() / 1000),
    data: { object },
    livemode,
    pending_webhooks: 1,
    request: null,
    type,
  }) as unknown as Stripe.Event;

const chargeOf = (intentId: string) =>
  mode.stripe.get("charge", mode.stripe.get("payment_intent", intentId).latest_charge as string);

describe("threat 19: relevant payments", () => {
  it("acknowledges events from the other mode, which count 0.00", async () => {
    const donation = await startDonation(mode.api);
    await mode.stripe.settled();
    const intent = mode.stripe.get("payment_intent", donation.intentId);
    const before = await fingerprint();
    const liveIntent = { ...intent, livemode: true, status: "succeeded" };
    expect(
      await mode.stripe.deliver(createEvent("payment_intent.succeeded", liveIntent, true)),
    ).toBe(200);
    expect(await fingerprint()).toBe(before);
  });

  it("ignores unrelated payments in the account and other events, which count 0.00", async () => {
    const countDonations = async () => (await sql`select 1 from public.donations`).length;
    const countBefore = await countDonations();
    const unrelatedIntent = await mode.api.paymentIntents.create({
      amount: 999,
      currency: "usd",
      automatic_payment_methods: { enabled: true },
    });
    mode.stripe.pay(unrelatedIntent.client_secret ?? "", "pm_card_visa");
    mode.stripe.refund(unrelatedIntent.id);
    await mode.stripe.settled();
    for (const [type, object] of [
      ["payout.paid", { object: "payout", id: "po_1" }],
      ["something.new", { object: "something", id: "x" }],
      ["something.newer", {}],
    ] as const) {
      expect(await mode.stripe.deliver(createEvent(type, object))).toBe(200);
    }
    expect(await countDonations()).toBe(countBefore);
    expect(await totalsDiffer()).toBe(0);
  });

  it("restores a lost row from the metadata in Stripe", async () => {
    const donor = {
      ...newDonorDetails(),
      inHonorOf: "Sgt. Reyes",
      isAnonymous: true,
      feeCovered: 175,
    };
    const intent = await mode.api.paymentIntents.create({
      amount: 5175,
      currency: "usd",
      automatic_payment_methods: { enabled: true },
      metadata: checkoutMetadata(donor),
    });
    mode.stripe.pay(intent.client_secret ?? "", "pm_card_visa");
    await mode.stripe.settled();
    const [row] = await sql`
      select status, amount, fee_covered, in_honor_of, is_anonymous, is_demo, attempt_id
      from public.donations where email = ${donor.email}`;
    expect(row).toEqual({
      status: "completed",
      amount: "51.75",
      fee_covered: "1.75",
      in_honor_of: "Sgt. Reyes",
      is_anonymous: true,
      is_demo: true,
      attempt_id: donor.attemptId,
    });
    expect(await mailsTo(donor.email)).toEqual(["Donation Confirmation"]);
  });

  it("finds a donation by its attempt id when its intent wasn't stored in time", async () => {
    const donation = await startDonation(mode.api);
    await sql`update public.donations set stripe_payment_intent_id = null where id = ${donation.id}`;
    mode.stripe.pay(donation.secret, "pm_card_visa");
    await mode.stripe.settled();
    expect(await donationsOf(donation.email)).toMatchObject([
      { status: "completed", intentId: donation.intentId },
    ]);
  });
});

describe("threat 44: a bank debit", () => {
  it("counts once it settles, with the date on which it was made", async () => {
    const donation = await startDonation(mode.api);
    mode.stripe.pay(donation.secret, "pm_usBankAccount");
    await mode.stripe.settled();
    expect(await donationsOf(donation.email)).toMatchObject([
      { status: "pending", completedAt: null },
    ]);
    mode.stripe.advance(4 * 86_400);
    mode.stripe.settle(donation.intentId, true);
    await mode.stripe.settled();
    const [paidDonation] = await donationsOf(donation.email);
    expect(paidDonation?.status).toBe("completed");
    expect(paidDonation?.completedAt?.getTime()).toBe(chargeOf(donation.intentId).created * 1000);
  });

  it("fails when it is returned", async () => {
    const donation = await startDonation(mode.api);
    mode.stripe.pay(donation.secret, "pm_usBankAccount");
    mode.stripe.advance(4 * 86_400);
    mode.stripe.settle(donation.intentId, false);
    await mode.stripe.settled();
    expect(await donationsOf(donation.email)).toMatchObject([{ status: "failed" }]);
    expect(await mailsTo(donation.email)).toEqual([]);
  });
});

describe("threat 21: refunds and disputes", () => {
  it("a pending refund deducts nothing yet, and a failed one is reversed", async () => {
    const donation = await payDonation();
    mode.stripe.refund(donation.intentId, 2000);
    await mode.stripe.settled();
    expect(await donationsOf(donation.email)).toMatchObject([
      { status: "partially_refunded", taken: "20.00" },
    ]);
    const refund = mode.stripe.all("refund").find(({ amount }) => amount === 2000);
    const oldCharge = { ...chargeOf(donation.intentId), refunds: undefined };
    mode.stripe.settleRefund(refund!.id, false);
    await mode.stripe.settled();
    expect(await donationsOf(donation.email)).toMatchObject([
      { status: "completed", taken: "0.00" },
    ]);
    expect(await mode.stripe.deliver(createEvent("charge.refunded", oldCharge))).toBe(200);
    expect(await donationsOf(donation.email)).toMatchObject([
      { status: "completed", taken: "0.00" },
    ]);
    expect(await totalsDiffer()).toBe(0);
  });

  it.each([true, false])(
    "emails the donor once a refund has arrived, not while it is pending or after it failed; arrives: %s",
    async (hasArrived) => {
      const donation = await startDonation(mode.api);
      mode.stripe.pay(donation.secret, "pm_usBankAccount");
      mode.stripe.settle(donation.intentId, true);
      await mode.stripe.settled();
      const { id, status } = mode.stripe.refund(donation.intentId, 2000);
      await mode.stripe.settled();
      expect(status).toBe("pending");
      expect(await donationsOf(donation.email)).toMatchObject([
        { status: "completed", taken: "0.00" },
      ]);
      expect(await mailsTo(donation.email)).toEqual(["Donation Confirmation"]);
      mode.stripe.settleRefund(id, hasArrived);
      await mode.stripe.settled();
      expect(await mailsTo(donation.email)).toEqual([
        "Donation Confirmation",
        ...(hasArrived ? ["Gift Refunded"] : []),
      ]);
    },
  );

  it("an event older than the known state doesn't change any amount", async () => {
    const donation = await payDonation();
    const dispute = mode.stripe.dispute(donation.intentId, 3000);
    await mode.stripe.settled();
    const sendRefundTotal = async (seconds: number, amount: number) => {
      const event = createEvent("charge.dispute.updated", { ...dispute, amount });
      const created = dispute.created + seconds;
      expect(await mode.stripe.deliver({ ...event, created })).toBe(200);
      const [row] = await sql`
        select amount from public.donation_adjustments where stripe_id = ${dispute.id}`;
      return row!["amount"] as string;
    };
    expect(await sendRefundTotal(60, 2500)).toBe("25.00");
    expect(await sendRefundTotal(30, 4500)).toBe("25.00");
  });

  it("keeps the earlier of two fraud warnings in either order", async () => {
    for (const order of [
      [1, 2],
      [2, 1],
    ]) {
      const donation = await payDonation();
      const warning = mode.stripe.warnOfFraud(donation.intentId);
      await mode.stripe.settled();
      await sql`update public.donations set fraud_warned_at = null where id = ${donation.id}`;
      for (const seconds of order) {
        const created = warning.created + seconds;
        await mode.stripe.deliver(
          createEvent("radar.early_fraud_warning.created", { ...warning, created }),
        );
      }
      const [row] = await sql`
        select extract(epoch from fraud_warned_at)::integer as second
        from public.donations where id = ${donation.id}`;
      expect(row).toEqual({ second: warning.created + 1 });
    }
  });

  it("retries an event whose refunds can't be loaded now", async () => {
    const donation = await payDonation();
    mode.stripe.hold();
    mode.stripe.refund(donation.intentId);
    const event = mode.stripe.mailbox.held.find(({ type }) => type === "charge.refunded");
    mode.stripe.mailbox.held = [];
    mode.stripe.hold(false);
    mode.stripe.fail({ kind: "error", at: "GET /v1/refunds", times: 3 });
    expect(await mode.stripe.deliver(event!)).toBe(503);
    expect(await donationsOf(donation.email)).toMatchObject([{ status: "completed" }]);
    expect(await mode.stripe.deliver(event!)).toBe(200);
    expect(await donationsOf(donation.email)).toMatchObject([
      { status: "refunded", taken: "50.00" },
    ]);
  });

  it("a charge's refunded amount counts until refunds are listed, which then replace it", async () => {
    const donation = await payDonation();
    const charge = chargeOf(donation.intentId);
    const sendRefundTotal = (amount: number) =>
      mode.stripe.deliver(
        createEvent("charge.refunded", { ...charge, refunds: undefined, amount_refunded: amount }),
      );
    expect(await sendRefundTotal(1000)).toBe(200);
    expect(await sendRefundTotal(1500)).toBe(200);
    const withoutRefunds = createEvent("charge.refunded", { ...charge, refunds: undefined });
    Object.assign(withoutRefunds.data.object, { amount_refunded: 1500 });
    const countLookups = () => mode.stripe.seen.filter(({ path }) => path === "/v1/refunds").length;
    expect(await mode.stripe.deliver(withoutRefunds)).toBe(200);
    const lookupsBefore = countLookups();
    expect(await mode.stripe.deliver(withoutRefunds)).toBe(200);
    expect(countLookups(), "an event that was already processed is skipped").toBe(lookupsBefore);
    expect(await donationsOf(donation.email)).toMatchObject([{ taken: "15.00" }]);
    mode.stripe.refund(donation.intentId, 1500);
    await mode.stripe.settled();
    expect(await donationsOf(donation.email)).toMatchObject([
      { status: "partially_refunded", taken: "15.00" },
    ]);
  });

  it("a donation counts again once its dispute is won, and a fraud warning is recorded", async () => {
    const donation = await payDonation();
    const dispute = mode.stripe.dispute(donation.intentId);
    const openedEvent = createEvent("charge.dispute.created", structuredClone(dispute));
    mode.stripe.warnOfFraud(donation.intentId);
    await mode.stripe.settled();
    expect(await donationsOf(donation.email)).toMatchObject([
      { status: "disputed", taken: "0.00" },
    ]);
    mode.stripe.closeDispute(dispute.id, true);
    await mode.stripe.settled();
    expect(await donationsOf(donation.email)).toMatchObject([
      { status: "completed", taken: "0.00" },
    ]);
    expect(await mode.stripe.deliver(openedEvent)).toBe(200);
    expect(await donationsOf(donation.email)).toMatchObject([
      { status: "completed", taken: "0.00" },
    ]);
    const [row] = await sql`
      select fraud_warned_at is not null as warned from public.donations where id = ${donation.id}`;
    expect(row).toEqual({ warned: true });
  });
});

describe("threat 23: tested cards", () => {
  it("five declines, counted once each, cancel the intent", async () => {
    const donation = await startDonation(mode.api);
    for (let time = 0; time < 5; time += 1) {
      expect(() => mode.stripe.pay(donation.secret, "pm_card_chargeDeclined")).toThrow("declined");
      await mode.stripe.settled();
    }
    const [row] = await donationsOf(donation.email);
    expect([row?.status, row?.failures.length]).toEqual(["failed", 5]);
    expect(mode.stripe.get("payment_intent", donation.intentId).status).toBe("canceled");
  });
});
