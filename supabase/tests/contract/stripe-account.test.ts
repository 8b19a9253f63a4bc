import type { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signInAdmin, sql } from "./stack.ts";
import {
  startDonation,
  startStripeSubscription,
  deleteDonorData,
  readDonations,
  requestPaymentStatus,
  runReconciliation,
  startStripeMode,
} from "./stripe-mode.ts";

let stripeMode: Awaited<ReturnType<typeof startStripeMode>>;
let token = "";
beforeAll(async () => {
  token = (await signInAdmin()).token;
  stripeMode = await startStripeMode(["stripe-webhook", "payments"]);
});
afterAll(async () => {
  await stripeMode.stop();
  await deleteDonorData();
});

const reconcile = () => runReconciliation(stripeMode);
const readStatus = () => requestPaymentStatus(stripeMode, token);

describe("a restricted key that lacks permissions", () => {
  const refusedRequest = "GET /v1/radar/early_fraud_warnings";
  const readProgress = async () => {
    const [row] = await sql<{ completeUntil: string; finishedAt: string }[]>`
      select complete_until::text as "completeUntil", finished_at::text as "finishedAt"
      from public.stripe_reconciliations where is_demo`;
    return row!;
  };

  it("for one list doesn't stop other steps, is reported with the list's name and doesn't advance the complete period", async () => {
    await reconcile();
    await stripeMode.stripe.settled();
    const progressBefore = await readProgress();
    const abandonedDonation = await startDonation(stripeMode.api);
    await stripeMode.stripe.settled();
    await sql`update public.donations set created_at = now() - interval '25 hours' where id = ${abandonedDonation.id}`;
    stripeMode.stripe.fail({ kind: "refused", at: refusedRequest, times: 2 });
    const logStartIndex = stripeMode.logLines.length;
    expect(await reconcile()).toMatchObject({
      isComplete: true,
      failed: 0,
      refused: ["Early fraud warnings"],
    });
    expect(await readDonations(abandonedDonation.email)).toMatchObject([{ status: "failed" }]);
    const progressAfter = await readProgress();
    expect(progressAfter.completeUntil).toBe(progressBefore.completeUntil);
    expect(progressAfter.finishedAt > progressBefore.finishedAt).toBe(true);
    expect(stripeMode.logLines.slice(logStartIndex).join("")).toContain('"status":403');

    await sql`
      update public.stripe_reconciliations set finished_at = now() - interval '3 hours', last_miss_found_at = null`;
    expect(await readStatus()).toMatchObject({
      isStale: false,
      refusedLists: ["Early fraud warnings"],
    });

    stripeMode.stripe.forget();
    expect(await reconcile()).toMatchObject({ refused: [] });
    expect((await readProgress()).completeUntil > progressBefore.completeUntil).toBe(true);
    expect(await readStatus()).toMatchObject({ refusedLists: [] });
  });

  it("for all lists means that nothing can be compared, and is reported with their names", async () => {
    await reconcile();
    const progressBefore = await readProgress();
    stripeMode.stripe.fail({ kind: "refused", at: "GET ", times: 99 });
    const { refused } = await reconcile();
    stripeMode.stripe.forget();
    expect(refused).toHaveLength(6);
    expect(await readProgress()).toEqual(progressBefore);
    expect((await readStatus())["refusedLists"]).toHaveLength(6);
    await reconcile();
  });
});

describe("a webhook endpoint with an older API version", () => {
  it("still records a month's invoice in full, and the status shows both versions", async () => {
    const recurringDonation = await startStripeSubscription(stripeMode.api);
    stripeMode.stripe.pay(recurringDonation.secret, "pm_card_visa");
    await stripeMode.stripe.settled();
    expect(await readStatus()).toMatchObject({ versions: null });
    stripeMode.stripe.hold();
    const { id } = stripeMode.stripe.nextCycle(recurringDonation.subscriptionId);
    const paidEvent = stripeMode.stripe.eventQueue.heldEvents.find(
      ({ type }) => type === "invoice.paid",
    );
    stripeMode.stripe.eventQueue.heldEvents = [];
    stripeMode.stripe.hold(false);
    const invoice = paidEvent!.data.object as Stripe.Invoice;
    const { parent, payments: _, ...fields } = invoice;
    const oldInvoice = {
      ...fields,
      subscription: parent?.subscription_details?.subscription,
      subscription_details: { metadata: parent?.subscription_details?.metadata },
      payment_intent: stripeMode.stripe.get("invoice", id).payments?.data[0]?.payment
        .payment_intent,
    };
    const event = { ...paidEvent, api_version: "2024-06-20", data: { object: oldInvoice } };
    expect(await stripeMode.stripe.deliver(event as never)).toBe(200);
    expect((await readDonations(recurringDonation.email)).map(({ status }) => status)).toEqual([
      "completed",
      "completed",
    ]);
    expect(await readStatus()).toMatchObject({
      versions: { events: "2024-06-20", ours: "2026-10-28.endive" },
    });
    await stripeMode.stripe.deliver({ ...paidEvent!, id: `${paidEvent!.id}_again` });
    expect(await readStatus()).toMatchObject({ versions: null });
  });
});
