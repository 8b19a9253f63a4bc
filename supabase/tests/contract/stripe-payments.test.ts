import { randomUUID } from "node:crypto";
import type { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCheckoutMetadata } from "../../functions/_shared/donations/checkout-metadata.ts";
import { fingerprint, sql } from "./stack.ts";
import {
  startDonation,
  deleteDonorData,
  readDonations,
  readEmailedTemplates,
  newDonorDetails,
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

async function payDonation(dollars = 50) {
  const donation = await startDonation(stripeMode.api, dollars);
  stripeMode.stripe.pay(donation.secret, "pm_card_visa");
  await stripeMode.stripe.settled();
  return donation;
}

/** Creates an event that the double didn't send itself. */
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

const findCharge = (intentId: string) =>
  stripeMode.stripe.get(
    "charge",
    stripeMode.stripe.get("payment_intent", intentId).latest_charge as string,
  );

describe("threat 19: the webhook", () => {
  it("acknowledges events from the other mode, which count as 0.00", async () => {
    const donation = await startDonation(stripeMode.api);
    await stripeMode.stripe.settled();
    const intent = stripeMode.stripe.get("payment_intent", donation.intentId);
    const before = await fingerprint();
    const liveIntent = { ...intent, livemode: true, status: "succeeded" };
    expect(
      await stripeMode.stripe.deliver(createEvent("payment_intent.succeeded", liveIntent, true)),
    ).toBe(200);
    expect(await fingerprint()).toBe(before);
  });

  it("ignores unrelated payments in the account and other events, which count as 0.00", async () => {
    const countDonations = async () => (await sql`select 1 from public.donations`).length;
    const countBefore = await countDonations();
    const unrelatedIntent = await stripeMode.api.paymentIntents.create({
      amount: 999,
      currency: "usd",
      automatic_payment_methods: { enabled: true },
    });
    stripeMode.stripe.pay(unrelatedIntent.client_secret ?? "", "pm_card_visa");
    stripeMode.stripe.refund(unrelatedIntent.id);
    await stripeMode.stripe.settled();
    for (const [type, object] of [
      ["payout.paid", { object: "payout", id: "po_1" }],
      ["something.new", { object: "something", id: "x" }],
      ["something.newer", {}],
    ] as const) {
      expect(await stripeMode.stripe.deliver(createEvent(type, object))).toBe(200);
    }
    expect(await countDonations()).toBe(countBefore);
    expect(await countTotalDifferences()).toBe(0);
  });

  it("restores a lost row from the metadata in Stripe", async () => {
    const donor = {
      ...newDonorDetails(),
      inHonorOf: "Sgt. Reyes",
      isMemorial: false,
      source: "spring-gala",
      isAnonymous: true,
      feeCovered: 175,
    };
    const intent = await stripeMode.api.paymentIntents.create({
      amount: 5175,
      currency: "usd",
      automatic_payment_methods: { enabled: true },
      metadata: createCheckoutMetadata(donor),
    });
    stripeMode.stripe.pay(intent.client_secret ?? "", "pm_card_visa");
    await stripeMode.stripe.settled();
    const [row] = await sql`
      select status, amount, fee_covered, in_honor_of, source, is_anonymous, is_demo, attempt_id
      from public.donations where email = ${donor.email}`;
    expect(row).toEqual({
      status: "completed",
      amount: "51.75",
      fee_covered: "1.75",
      in_honor_of: "Sgt. Reyes",
      source: "spring-gala",
      is_anonymous: true,
      is_demo: true,
      attempt_id: donor.attemptId,
    });
    expect(await readEmailedTemplates(donor.email)).toEqual(["Donation Confirmation"]);
  });

  it("finds a donation by its attempt id when its intent wasn't stored in time", async () => {
    const donation = await startDonation(stripeMode.api);
    await sql`update public.donations set stripe_payment_intent_id = null where id = ${donation.id}`;
    stripeMode.stripe.pay(donation.secret, "pm_card_visa");
    await stripeMode.stripe.settled();
    expect(await readDonations(donation.email)).toMatchObject([
      { status: "completed", intentId: donation.intentId },
    ]);
  });
});

describe("threat 44: a bank debit", () => {
  it("counts once it settles, with the date on which it was made", async () => {
    const donation = await startDonation(stripeMode.api);
    stripeMode.stripe.pay(donation.secret, "pm_usBankAccount");
    await stripeMode.stripe.settled();
    expect(await readDonations(donation.email)).toMatchObject([
      { status: "pending", completedAt: null },
    ]);
    stripeMode.stripe.advance(4 * 86_400);
    stripeMode.stripe.settle(donation.intentId, true);
    await stripeMode.stripe.settled();
    const [paidDonation] = await readDonations(donation.email);
    expect(paidDonation?.status).toBe("completed");
    expect(paidDonation?.completedAt?.getTime()).toBe(findCharge(donation.intentId).created * 1000);
  });

  it("fails when it is returned", async () => {
    const donation = await startDonation(stripeMode.api);
    stripeMode.stripe.pay(donation.secret, "pm_usBankAccount");
    stripeMode.stripe.advance(4 * 86_400);
    stripeMode.stripe.settle(donation.intentId, false);
    await stripeMode.stripe.settled();
    expect(await readDonations(donation.email)).toMatchObject([{ status: "failed" }]);
    expect(await readEmailedTemplates(donation.email)).toEqual(["Bank Debit Returned"]);
  });
});

describe("threat 21: refunds and disputes", () => {
  it("a failed refund is reversed, even if an outdated event about its charge arrives afterward", async () => {
    const donation = await payDonation();
    stripeMode.stripe.refund(donation.intentId, 2000);
    await stripeMode.stripe.settled();
    expect(await readDonations(donation.email)).toMatchObject([
      { status: "partially_refunded", adjustedAmount: "20.00" },
    ]);
    const refund = stripeMode.stripe.all("refund").find(({ amount }) => amount === 2000);
    const outdatedCharge = { ...findCharge(donation.intentId), refunds: undefined };
    stripeMode.stripe.settleRefund(refund!.id, false);
    await stripeMode.stripe.settled();
    expect(await readDonations(donation.email)).toMatchObject([
      { status: "completed", adjustedAmount: "0.00" },
    ]);
    expect(await stripeMode.stripe.deliver(createEvent("charge.refunded", outdatedCharge))).toBe(
      200,
    );
    expect(await readDonations(donation.email)).toMatchObject([
      { status: "completed", adjustedAmount: "0.00" },
    ]);
    expect(await countTotalDifferences()).toBe(0);
  });

  it.each([true, false])(
    "a donor is emailed once a refund has arrived, not while it is pending or after it failed (arrives: %s)",
    async (hasArrived) => {
      const donation = await startDonation(stripeMode.api);
      stripeMode.stripe.pay(donation.secret, "pm_usBankAccount");
      stripeMode.stripe.settle(donation.intentId, true);
      await stripeMode.stripe.settled();
      const { id, status } = stripeMode.stripe.refund(donation.intentId, 2000);
      await stripeMode.stripe.settled();
      expect(status).toBe("pending");
      expect(await readDonations(donation.email)).toMatchObject([
        { status: "completed", adjustedAmount: "0.00" },
      ]);
      expect(await readEmailedTemplates(donation.email)).toEqual(["Donation Confirmation"]);
      stripeMode.stripe.settleRefund(id, hasArrived);
      await stripeMode.stripe.settled();
      expect(await readEmailedTemplates(donation.email)).toEqual([
        "Donation Confirmation",
        ...(hasArrived ? ["Gift Refunded"] : []),
      ]);
    },
  );

  it("an event older than the known state doesn't change any amount", async () => {
    const donation = await payDonation();
    const dispute = stripeMode.stripe.dispute(donation.intentId, 3000);
    await stripeMode.stripe.settled();
    const sendAndReadDisputeAmount = async (seconds: number, amount: number) => {
      const event = createEvent("charge.dispute.updated", { ...dispute, amount });
      const created = dispute.created + seconds;
      expect(await stripeMode.stripe.deliver({ ...event, created })).toBe(200);
      const [row] = await sql`
        select amount from public.donation_adjustments where stripe_id = ${dispute.id}`;
      return row!["amount"] as string;
    };
    expect(await sendAndReadDisputeAmount(60, 2500)).toBe("25.00");
    expect(await sendAndReadDisputeAmount(30, 4500)).toBe("25.00");
  });

  it("the earlier of two fraud warnings counts, whichever arrives first", async () => {
    for (const order of [
      [1, 2],
      [2, 1],
    ]) {
      const donation = await payDonation();
      const warning = stripeMode.stripe.warnOfFraud(donation.intentId);
      await stripeMode.stripe.settled();
      await sql`update public.donations set fraud_warned_at = null where id = ${donation.id}`;
      for (const seconds of order) {
        const created = warning.created + seconds;
        await stripeMode.stripe.deliver(
          createEvent("radar.early_fraud_warning.created", { ...warning, created }),
        );
      }
      const [row] = await sql`
        select extract(epoch from fraud_warned_at)::integer as second
        from public.donations where id = ${donation.id}`;
      expect(row).toEqual({ second: warning.created + 1 });
    }
  });

  it("an event whose refunds can't be loaded returns 503 and succeeds on a retry", async () => {
    const donation = await payDonation();
    stripeMode.stripe.hold();
    stripeMode.stripe.refund(donation.intentId);
    const event = stripeMode.stripe.eventQueue.heldEvents.find(
      ({ type }) => type === "charge.refunded",
    );
    stripeMode.stripe.eventQueue.heldEvents = [];
    stripeMode.stripe.hold(false);
    stripeMode.stripe.fail({ kind: "error", at: "GET /v1/refunds", times: 3 });
    expect(await stripeMode.stripe.deliver(event!)).toBe(503);
    expect(await readDonations(donation.email)).toMatchObject([{ status: "completed" }]);
    expect(await stripeMode.stripe.deliver(event!)).toBe(200);
    expect(await readDonations(donation.email)).toMatchObject([
      { status: "refunded", adjustedAmount: "50.00" },
    ]);
  });

  it("a charge's refunded amount counts until the individual refunds arrive and replace it", async () => {
    const donation = await payDonation();
    const charge = findCharge(donation.intentId);
    const sendRefundTotal = (amount: number) =>
      stripeMode.stripe.deliver(
        createEvent("charge.refunded", { ...charge, refunds: undefined, amount_refunded: amount }),
      );
    expect(await sendRefundTotal(1000)).toBe(200);
    expect(await sendRefundTotal(1500)).toBe(200);
    const eventWithoutRefunds = createEvent("charge.refunded", { ...charge, refunds: undefined });
    Object.assign(eventWithoutRefunds.data.object, { amount_refunded: 1500 });
    const countLookups = () =>
      stripeMode.stripe.seen.filter(({ path }) => path === "/v1/refunds").length;
    expect(await stripeMode.stripe.deliver(eventWithoutRefunds)).toBe(200);
    const lookupCountBefore = countLookups();
    expect(await stripeMode.stripe.deliver(eventWithoutRefunds)).toBe(200);
    expect(countLookups(), "an event that was already processed is skipped").toBe(
      lookupCountBefore,
    );
    expect(await readDonations(donation.email)).toMatchObject([{ adjustedAmount: "15.00" }]);
    stripeMode.stripe.refund(donation.intentId, 1500);
    await stripeMode.stripe.settled();
    expect(await readDonations(donation.email)).toMatchObject([
      { status: "partially_refunded", adjustedAmount: "15.00" },
    ]);
  });

  it("a donation counts again once its dispute is won, and a fraud warning is recorded", async () => {
    const donation = await payDonation();
    const dispute = stripeMode.stripe.dispute(donation.intentId);
    const openedEvent = createEvent("charge.dispute.created", structuredClone(dispute));
    stripeMode.stripe.warnOfFraud(donation.intentId);
    await stripeMode.stripe.settled();
    expect(await readDonations(donation.email)).toMatchObject([
      { status: "disputed", adjustedAmount: "0.00" },
    ]);
    stripeMode.stripe.closeDispute(dispute.id, true);
    await stripeMode.stripe.settled();
    expect(await readDonations(donation.email)).toMatchObject([
      { status: "completed", adjustedAmount: "0.00" },
    ]);
    expect(await stripeMode.stripe.deliver(openedEvent)).toBe(200);
    expect(await readDonations(donation.email)).toMatchObject([
      { status: "completed", adjustedAmount: "0.00" },
    ]);
    const [row] = await sql`
      select fraud_warned_at is not null as "hasWarning" from public.donations where id = ${donation.id}`;
    expect(row).toEqual({ hasWarning: true });
  });
});

describe("threat 23: card testing", () => {
  it("cancels the intent after five declines, counted once each", async () => {
    const donation = await startDonation(stripeMode.api);
    for (let count = 0; count < 5; count += 1) {
      expect(() => stripeMode.stripe.pay(donation.secret, "pm_card_chargeDeclined")).toThrow(
        "declined",
      );
      await stripeMode.stripe.settled();
    }
    const [row] = await readDonations(donation.email);
    expect([row?.status, row?.failures.length]).toEqual(["failed", 5]);
    expect(stripeMode.stripe.get("payment_intent", donation.intentId).status).toBe("canceled");
  });
});
