import type { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { facts, signInAdmin, sql } from "./stack.ts";
import {
  startDonation,
  startRecurringDonation,
  deleteDonations,
  donationsOf,
  startStripeMode,
} from "./stripe-mode.ts";

let mode: Awaited<ReturnType<typeof startStripeMode>>;
beforeAll(async () => {
  mode = await startStripeMode(["stripe-webhook", "payments"]);
});
afterAll(async () => {
  await mode.stop();
  await deleteDonations();
});

interface ReconciliationReport {
  isComplete: boolean;
  failed: number;
  refused: string[];
}

async function reconcile(): Promise<ReconciliationReport> {
  const response = await fetch(`${mode.urls["payments"]}/payments/reconcile`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${facts.secretKey}` },
    body: "{}",
  });
  expect(response.status).toBe(200);
  return (await response.json()) as ReconciliationReport;
}

const readPaymentStatus = async () => {
  const { token } = await signInAdmin();
  const response = await fetch(`${mode.urls["payments"]}/payment-status`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return (await response.json()) as Record<string, unknown>;
};

describe("a restricted key without permission for a list", () => {
  const at = "GET /v1/radar/early_fraud_warnings";
  const readProgress = async () => {
    const [row] = await sql<{ completeUntil: string; finishedAt: string }[]>`
      select complete_until::text as "completeUntil", finished_at::text as "finishedAt"
      from public.stripe_reconciliations where is_demo`;
    return row!;
  };

  it("doesn't stop other steps, is reported by the list's name and doesn't advance the complete period", async () => {
    await reconcile();
    await mode.stripe.settled();
    const progressBefore = await readProgress();
    const abandonedDonation = await startDonation(mode.api);
    await mode.stripe.settled();
    await sql`update public.donations set created_at = now() - interval '25 hours' where id = ${abandonedDonation.id}`;
    mode.stripe.fail({ kind: "refused", at, times: 2 });
    const logStart = mode.logLines.length;
    expect(await reconcile()).toMatchObject({
      isComplete: true,
      failed: 0,
      refused: ["Early fraud warnings"],
    });
    expect(await donationsOf(abandonedDonation.email)).toMatchObject([{ status: "failed" }]);
    const progressAfter = await readProgress();
    expect(progressAfter.completeUntil).toBe(progressBefore.completeUntil);
    expect(progressAfter.finishedAt > progressBefore.finishedAt).toBe(true);
    expect(mode.logLines.slice(logStart).join("")).toContain('"status":403');

    await sql`
      update public.stripe_reconciliations set finished_at = now() - interval '3 hours', missed_at = null`;
    expect(await readPaymentStatus()).toMatchObject({
      isStale: false,
      refusedLists: ["Early fraud warnings"],
    });

    mode.stripe.forget();
    expect(await reconcile()).toMatchObject({ refused: [] });
    expect((await readProgress()).completeUntil > progressBefore.completeUntil).toBe(true);
    expect(await readPaymentStatus()).toMatchObject({ refusedLists: [] });
  });

  it("without any permission, reports that nothing was compared", async () => {
    await reconcile();
    const progressBefore = await readProgress();
    mode.stripe.fail({ kind: "refused", at: "GET ", times: 99 });
    const { refused } = await reconcile();
    mode.stripe.forget();
    expect(refused).toHaveLength(6);
    expect(await readProgress()).toEqual(progressBefore);
    expect((await readPaymentStatus())["refusedLists"]).toHaveLength(6);
    await reconcile();
  });
});

describe("a webhook endpoint with an older API version", () => {
  it("still loads a month's invoice in full, and the status shows the difference", async () => {
    const recurringDonation = await startRecurringDonation(mode.api);
    mode.stripe.pay(recurringDonation.secret, "pm_card_visa");
    await mode.stripe.settled();
    expect(await readPaymentStatus()).toMatchObject({ versions: null });
    mode.stripe.hold();
    const { id } = mode.stripe.nextCycle(recurringDonation.subscriptionId);
    const paidEvent = mode.stripe.mailbox.held.find(({ type }) => type === "invoice.paid");
    mode.stripe.mailbox.held = [];
    mode.stripe.hold(false);
    const invoice = paidEvent!.data.object as Stripe.Invoice;
    const { parent, payments: _, ...fields } = invoice;
    const oldInvoice = {
      ...fields,
      subscription: parent?.subscription_details?.subscription,
      subscription_details: { metadata: parent?.subscription_details?.metadata },
      payment_intent: mode.stripe.get("invoice", id).payments?.data[0]?.payment.payment_intent,
    };
    const event = { ...paidEvent, api_version: "2024-06-20", data: { object: oldInvoice } };
    expect(await mode.stripe.deliver(event as never)).toBe(200);
    expect((await donationsOf(recurringDonation.email)).map(({ status }) => status)).toEqual([
      "completed",
      "completed",
    ]);
    expect(await readPaymentStatus()).toMatchObject({
      versions: { events: "2024-06-20", ours: "2026-10-28.endive" },
    });
    await mode.stripe.deliver({ ...paidEvent!, id: `${paidEvent!.id}_again` });
    expect(await readPaymentStatus()).toMatchObject({ versions: null });
  });
});
