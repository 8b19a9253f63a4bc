import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signInAdmin, sql } from "./stack.ts";
import {
  startDonation,
  deleteDonations,
  donationsOf,
  mailsTo,
  startStripeMode,
  totalsDiffer,
} from "./stripe-mode.ts";

let mode: Awaited<ReturnType<typeof startStripeMode>>;
let token = "";
beforeAll(async () => {
  mode = await startStripeMode(["payments", "stripe-webhook"]);
  token = (await signInAdmin()).token;
});
afterAll(async () => {
  await mode.stop();
  await deleteDonations();
});

async function paidDonation(method = "pm_card_visa") {
  const donation = await startDonation(mode.api);
  mode.stripe.pay(donation.secret, method);
  await mode.stripe.settled();
  return donation;
}

async function refund(id: string, body: object, key: string = randomUUID(), as = token) {
  const answer = await fetch(`${mode.urls["payments"]}/donations/${id}/refunds`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "Idempotency-Key": key,
      ...(as === "" ? {} : { Authorization: `Bearer ${as}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
}

const refundsAtStripe = async (intent: string) =>
  (await mode.api.refunds.list({ payment_intent: intent })).data.map(({ amount }) => amount);

describe("threat 21: a refund by an administrator", () => {
  it("refunds in parts through Stripe, updates the row at once and emails the donor", async () => {
    const donation = await paidDonation();
    const part = await refund(donation.id, { amount: "12.50", reason: "requested_by_customer" });
    expect(part).toMatchObject({
      status: 200,
      json: { id: donation.id, status: "partially_refunded", adjustedAmount: 12.5 },
    });
    const rest = await refund(donation.id, {});
    expect(rest).toMatchObject({ status: 200, json: { status: "refunded", adjustedAmount: 50 } });
    await mode.stripe.settled();
    expect(await refundsAtStripe(donation.intentId)).toEqual([3750, 1250]);
    expect(await donationsOf(donation.email)).toMatchObject([
      { status: "refunded", taken: "50.00" },
    ]);
    expect(await mailsTo(donation.email)).toEqual([
      "Donation Confirmation",
      "Gift Refunded",
      "Gift Refunded",
    ]);
    expect(await totalsDiffer()).toBe(0);
  });

  it("threat 18: 20 simultaneous requests and a later retry make one refund, even if a Stripe response is lost", async () => {
    const donation = await paidDonation();
    const key = randomUUID();
    mode.stripe.fail({ kind: "lost", at: "POST /v1/refunds", times: 2 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refund(donation.id, { amount: "20" }, key)),
    );
    await mode.stripe.settled();
    const retry = await refund(donation.id, { amount: "20" }, key);
    expect(retry.status).toBe(200);
    expect(answers.filter(({ status }) => ![200, 503].includes(status))).toEqual([]);
    expect(await refundsAtStripe(donation.intentId)).toEqual([2000]);
    expect(await donationsOf(donation.email)).toMatchObject([
      { status: "partially_refunded", taken: "20.00" },
    ]);
    expect((await refund(donation.id, { amount: "21" }, key)).status).toBe(409);
    const otherReason = await refund(donation.id, { amount: "20", reason: "fraudulent" }, key);
    expect(otherReason.status, "the same request with another reason").toBe(409);
    expect(await refundsAtStripe(donation.intentId)).toEqual([2000]);
  });

  it.each([
    [{ amount: "50.01" }, 409],
    [{ amount: "0" }, 400],
    [{ amount: "-1" }, 400],
    [{ amount: "1e1" }, 400],
    [{ amount: "10", reason: "spite" }, 400],
    [{ amount: "10", status: "refunded" }, 400],
  ])("refuses %j (%d) without calling Stripe", async (body, status) => {
    const donation = await paidDonation();
    expect((await refund(donation.id, body)).status).toBe(status);
    expect(await refundsAtStripe(donation.intentId)).toEqual([]);
    expect(await donationsOf(donation.email)).toMatchObject([
      { status: "completed", taken: "0.00" },
    ]);
  });

  it("refuses unpaid donations and disputed ones", async () => {
    const pending = await startDonation(mode.api);
    expect(await refund(pending.id, {})).toMatchObject({
      status: 409,
      json: { code: "not_refundable" },
    });
    const disputed = await paidDonation();
    mode.stripe.dispute(disputed.intentId);
    await mode.stripe.settled();
    expect((await refund(disputed.id, {})).json["code"]).toBe("not_refundable");
    expect((await refund(randomUUID(), {})).status).toBe(404);
  });

  it("reports a refund that someone made in Stripe's dashboard meanwhile", async () => {
    const donation = await paidDonation();
    mode.stripe.hold();
    mode.stripe.refund(donation.intentId);
    expect(await refund(donation.id, {})).toMatchObject({
      status: 409,
      json: { code: "not_refundable" },
    });
    mode.stripe.hold(false);
    await mode.stripe.deliverHeld();
  });

  it("is only for administrators and is logged under their name", async () => {
    const donation = await paidDonation();
    expect((await refund(donation.id, {}, randomUUID(), "")).status).toBe(401);
    const key = randomUUID();
    await refund(donation.id, { amount: "5", reason: "duplicate" }, key);
    const [entry] = await sql`
      select actor_name as name, after ->> 'amount' as amount, after ->> 'reason' as reason
      from public.audit_log where table_name = 'refund_requests' and row_id = ${key}`;
    expect(entry).toEqual({ name: "admin", amount: "5.00", reason: "duplicate" });
  });
});
