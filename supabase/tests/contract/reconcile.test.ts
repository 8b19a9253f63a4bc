import type { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCheckoutMetadata } from "../../functions/_shared/donations/checkout-metadata.ts";
import { fingerprint, signInAdmin, sql } from "./stack.ts";
import {
  startDonation,
  startStripeSubscription,
  deleteDonorData,
  readDonations,
  readEmailedTemplates,
  newDonorDetails,
  requestPaymentStatus,
  runReconciliation,
  requestReconciliation,
  startStripeMode,
  countTotalDifferences,
} from "./stripe-mode.ts";

let stripeMode: Awaited<ReturnType<typeof startStripeMode>>;
beforeAll(async () => {
  stripeMode = await startStripeMode(["stripe-webhook", "payments"]);
});
afterAll(async () => {
  await stripeMode.stop();
  await deleteDonorData();
});

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

const reconcile = () => runReconciliation(stripeMode);

/** Drops all webhooks that Stripe sends during `work` and returns their number. */
async function dropWebhooks(work: () => Promise<void>): Promise<number> {
  await stripeMode.stripe.settled();
  stripeMode.stripe.hold();
  await work();
  const droppedCount = stripeMode.stripe.eventQueue.heldEvents.length;
  stripeMode.stripe.eventQueue.heldEvents = [];
  stripeMode.stripe.hold(false);
  return droppedCount;
}

/** Returns Stripe's net total for the test donors, in cents. */
function readStripeCents(): number {
  const chargedCents = stripeMode.stripe
    .all("charge")
    .filter(({ status }) => status === "succeeded")
    .reduce((sum, { amount, amount_refunded: refunded }) => sum + amount - refunded, 0);
  const lostCents = stripeMode.stripe
    .all("dispute")
    .filter(({ status }) => status === "lost")
    .reduce((sum, { amount }) => sum + amount, 0);
  return chargedCents - lostCents;
}

async function readDonationCents(): Promise<number> {
  const [row] = await sql<[{ cents: number }]>`
    select coalesce(sum(amount - adjusted_amount) * 100, 0)::integer as cents
    from public.donations
    where completed_at is not null and email like '%@stripe-mode.example.org'`;
  return row.cents;
}

const readCompleteUntil = async () => {
  const [row] = await sql<{ moment: string }[]>`
    select complete_until::text as moment from public.stripe_reconciliations where is_demo`;
  return row?.moment;
};

/** Fingerprints all rows except the log of reconciliation runs, the only table that a second run may write. */
const fingerprintDonations = async () =>
  (await fingerprint())
    .split("\n")
    .filter((line) => !line.startsWith("stripe_reconciliations"))
    .join("\n");

async function createAllOutcomes() {
  const { api, stripe } = stripeMode;
  for (let number = 0; number < 105; number += 1) {
    stripe.pay((await startDonation(api, 10 + number)).secret, "pm_card_visa");
  }
  const payDonation = async (dollars: number) => {
    const donation = await startDonation(api, dollars);
    stripe.pay(donation.secret, "pm_card_visa");
    return donation;
  };
  stripe.refund((await payDonation(60)).intentId);
  const partlyRefundedDonation = await payDonation(70);
  stripe.refund(partlyRefundedDonation.intentId, 1500);
  stripe.closeDispute(stripe.dispute((await payDonation(80)).intentId).id, false);
  stripe.closeDispute(stripe.dispute((await payDonation(81)).intentId).id, true);
  stripe.dispute((await payDonation(82)).intentId);
  stripe.warnOfFraud((await payDonation(83)).intentId);
  const declinedDonation = await startDonation(api, 90);
  expect(() => stripe.pay(declinedDonation.secret, "pm_card_chargeDeclined")).toThrow("declined");
  const bankDebit = await startDonation(api, 95);
  stripe.pay(bankDebit.secret, "pm_usBankAccount");
  const lostDonor = newDonorDetails();
  const intent = await api.paymentIntents.create({
    amount: 12_300,
    currency: "usd",
    automatic_payment_methods: { enabled: true },
    metadata: createCheckoutMetadata(lostDonor),
  });
  stripe.pay(intent.client_secret ?? "", "pm_card_visa");
  const recurringDonation = await startStripeSubscription(api, 25);
  stripe.pay(recurringDonation.secret, "pm_card_visa");
  stripe.advance(3600);
  stripe.nextCycle(recurringDonation.subscriptionId);
  stripe.nextCycle(recurringDonation.subscriptionId, false);
  const endedDonation = await startStripeSubscription(api, 30, false);
  stripe.pay(endedDonation.secret, "pm_card_visa");
  await api.subscriptions.cancel(endedDonation.subscriptionId);
  return {
    declinedDonation,
    bankDebit,
    lostDonor,
    recurringDonation,
    endedDonation,
  };
}

describe("threat 17: lost webhooks", () => {
  it("one run repairs everything to a difference of 0.00, and a second changes nothing", async () => {
    // An unrelated payment on the same Stripe account.
    const unrelatedIntent = await stripeMode.api.paymentIntents.create({
      amount: 777,
      currency: "usd",
      automatic_payment_methods: { enabled: true },
    });
    let outcomes: Awaited<ReturnType<typeof createAllOutcomes>> | undefined;
    const droppedCount = await dropWebhooks(async () => {
      outcomes = await createAllOutcomes();
    });
    const { declinedDonation, bankDebit, lostDonor, recurringDonation, endedDonation } = outcomes!;
    expect(unrelatedIntent.amount).toBe(777);
    const centsBefore = await readDonationCents();
    expect(centsBefore).toBe(0);

    const firstRun = await reconcile();
    expect(firstRun).toMatchObject({ isComplete: true, failed: 0 });
    const difference = readStripeCents() - (await readDonationCents());
    expect(difference).toBe(0);
    expect(await countTotalDifferences()).toBe(0);
    expect(await readDonations(declinedDonation.email)).toMatchObject([{ status: "failed" }]);
    expect(await readDonations(bankDebit.email)).toMatchObject([{ status: "pending" }]);
    expect(await readDonations(lostDonor.email)).toMatchObject([
      { status: "completed", amount: "123.00" },
    ]);
    expect(await readDonations(recurringDonation.email)).toHaveLength(2);
    expect(await readEmailedTemplates(recurringDonation.email)).toEqual([
      "Donation Confirmation",
      "Donation Confirmation",
      "Payment Failed",
    ]);
    expect(await readEmailedTemplates(endedDonation.email)).toEqual([
      "Donation Confirmation",
      "Monthly Gift Canceled",
    ]);

    const donationsBefore = await fingerprintDonations();
    const secondRun = await reconcile();
    expect(secondRun).toMatchObject({ isComplete: true, repaired: 0, failed: 0 });
    expect(await fingerprintDonations()).toBe(donationsBefore);
    console.log(
      `${droppedCount} events dropped: ${firstRun.repaired} of ${firstRun.read} objects repaired, difference ` +
        `${(difference / 100).toFixed(2)}; a second run repaired ${secondRun.repaired}`,
    );
  });

  it("a later run applies later outcomes: a settled bank debit, a closed dispute and a recovered payment", async () => {
    const unresolvedDispute = stripeMode.stripe
      .all("dispute")
      .find(({ status }) => status === "needs_response");
    const debitIntent = stripeMode.stripe
      .all("payment_intent")
      .find(({ status }) => status === "processing");
    const openInvoice = stripeMode.stripe.all("invoice").find(({ status }) => status === "open");
    await dropWebhooks(() => {
      stripeMode.stripe.closeDispute(unresolvedDispute!.id, false);
      stripeMode.stripe.settle(debitIntent!.id, true);
      stripeMode.stripe.advance(3600);
      stripeMode.stripe.retryInvoice(openInvoice!.id, true);
      return Promise.resolve();
    });
    const differenceBefore = readStripeCents() - (await readDonationCents());
    expect(differenceBefore).not.toBe(0);
    expect(await reconcile()).toMatchObject({ isComplete: true, failed: 0 });
    expect(readStripeCents() - (await readDonationCents())).toBe(0);
    expect(await reconcile()).toMatchObject({ repaired: 0 });
  });

  it("the payment status reports that webhooks have stopped until one arrives", async () => {
    const { token } = await signInAdmin();
    expect(await requestPaymentStatus(stripeMode, token)).toMatchObject({
      provider: "stripe",
      isLive: false,
      isStale: true,
    });
    await startDonation(stripeMode.api);
    await stripeMode.stripe.settled();
    expect(await requestPaymentStatus(stripeMode, token)).toMatchObject({
      isStale: false,
      disputeCount: 0,
    });
  });

  it.each([
    [
      "at least four days back, because Stripe retries an event for three",
      0,
      4 * DAY_SECONDS - HOUR_SECONDS,
    ],
    [
      "back to the last complete run, plus an hour",
      10 * DAY_SECONDS,
      10 * DAY_SECONDS + HOUR_SECONDS / 2,
    ],
  ])("a run compares payments %s", async (_, secondsSinceComplete, ageSeconds) => {
    let donation: Awaited<ReturnType<typeof startDonation>> | undefined;
    await dropWebhooks(async () => {
      donation = await startDonation(stripeMode.api);
      stripeMode.stripe.pay(donation.secret, "pm_card_visa");
      // The double's clock runs ahead of the real one.
      stripeMode.stripe.get("payment_intent", donation.intentId).created =
        Math.floor(Date.now() / 1000) - ageSeconds;
    });
    await sql`
      update public.stripe_reconciliations
      set complete_until = now() - make_interval(secs => ${secondsSinceComplete}) where is_demo`;
    expect(await reconcile()).toMatchObject({ isComplete: true, failed: 0 });
    expect(await readDonations(donation!.email)).toMatchObject([{ status: "completed" }]);
  });

  it("a run keeps the earlier of two fraud warnings, even if only the later one arrived as an event", async () => {
    const donation = await startDonation(stripeMode.api);
    stripeMode.stripe.pay(donation.secret, "pm_card_visa");
    stripeMode.stripe.warnOfFraud(donation.intentId);
    let earlierTime = 0;
    await dropWebhooks(() => {
      const warning = stripeMode.stripe.warnOfFraud(donation.intentId);
      warning.created -= HOUR_SECONDS;
      earlierTime = warning.created;
      return Promise.resolve();
    });
    await reconcile();
    const [row] = await sql`
      select extract(epoch from fraud_warned_at)::integer as second
      from public.donations where id = ${donation.id}`;
    expect(row).toEqual({ second: earlierTime });
  });

  it("one failing object doesn't stop the others, doesn't advance the complete period and is logged without personal data", async () => {
    await reconcile();
    const completeUntilBefore = await readCompleteUntil();
    const donor = newDonorDetails();
    let otherDonation: { email: string } | undefined;
    await dropWebhooks(async () => {
      const invalidIntent = await stripeMode.api.paymentIntents.create({
        amount: 5000,
        currency: "usd",
        automatic_payment_methods: { enabled: true },
        metadata: { ...createCheckoutMetadata(donor), first_name: " " },
      });
      stripeMode.stripe.pay(invalidIntent.client_secret ?? "", "pm_card_visa");
      const donation = await startDonation(stripeMode.api);
      stripeMode.stripe.pay(donation.secret, "pm_card_visa");
      otherDonation = donation;
    });
    expect(await reconcile()).toMatchObject({ isComplete: true, repaired: 1, failed: 1 });
    expect(await readCompleteUntil()).toBe(completeUntilBefore);
    expect(await readDonations(otherDonation!.email)).toMatchObject([{ status: "completed" }]);
    expect(stripeMode.logLines.join("")).toContain('"route":"reconcile"');
    expect(stripeMode.logLines.join("")).not.toContain("example.org");
  });
});

describe("a reconciliation that ran out of time", () => {
  it("continues where it stopped, and a failed list request doesn't leave a trace", async () => {
    const completeRun = await reconcile();
    const [lastComparedIntent] = stripeMode.stripe.all("payment_intent").slice(9, 10);
    const currentRun = {
      startedAt: new Date().toISOString(),
      since: 0,
      step: 2,
      after: lastComparedIntent!.id,
      failed: 0,
    };
    await sql`update public.stripe_reconciliations set current_run = ${sql.json(currentRun)} where is_demo`;
    stripeMode.stripe.fail({ kind: "error", at: "GET /v1/payment_intents", times: 3 });
    expect((await requestReconciliation(stripeMode)).status).toBe(503);
    const secondRun = await reconcile();
    expect(secondRun.isComplete).toBe(true);
    expect(secondRun.read).toBeLessThan(completeRun.read - 9);
    const [row] = await sql`select current_run from public.stripe_reconciliations where is_demo`;
    expect(row).toEqual({ current_run: null });
  });
});

describe("threat 44: abandoned payments", () => {
  it("are canceled in Stripe after a day and marked as failed, but a bank debit keeps waiting", async () => {
    const abandonedDonation = await startDonation(stripeMode.api);
    const abandonedRecurringDonation = await startStripeSubscription(stripeMode.api);
    const debitDonation = await startDonation(stripeMode.api);
    stripeMode.stripe.pay(debitDonation.secret, "pm_usBankAccount");
    const donationMissingAtStripe = await startDonation(stripeMode.api);
    await stripeMode.stripe.settled();
    await sql`
      update public.donations set created_at = now() - interval '25 hours'
      where email in ${sql([abandonedDonation.email, abandonedRecurringDonation.email, debitDonation.email, donationMissingAtStripe.email])}`;
    await sql`
      update public.donations set stripe_payment_intent_id = 'pi_nobody_knows' where id = ${donationMissingAtStripe.id}`;
    await reconcile();
    await stripeMode.stripe.settled();
    const readIntentStatus = (secret: string): Stripe.PaymentIntent.Status =>
      stripeMode.stripe.get("payment_intent", secret.split("_secret_")[0] ?? "").status;
    expect(readIntentStatus(abandonedDonation.secret)).toBe("canceled");
    expect(readIntentStatus(abandonedRecurringDonation.secret)).toBe("canceled");
    expect(readIntentStatus(debitDonation.secret)).toBe("processing");
    for (const { email } of [
      abandonedDonation,
      abandonedRecurringDonation,
      donationMissingAtStripe,
    ]) {
      expect(await readDonations(email)).toMatchObject([{ status: "failed" }]);
      expect(await readEmailedTemplates(email)).toEqual([]);
    }
    expect(await readDonations(debitDonation.email)).toMatchObject([{ status: "pending" }]);
    const donationsBefore = await fingerprintDonations();
    await reconcile();
    expect(await fingerprintDonations()).toBe(donationsBefore);
  });
});
