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

async function payDonation(method = "pm_card_visa") {
  const donation = await startDonation(mode.api);
  mode.stripe.pay(donation.secret, method);
  await mode.stripe.settled();
  return donation;
}

async function refund(id: string, body: object, key: string = randomUUID(), asToken = token) {
  const response = await fetch(`${mode.urls["payments"]}/donations/${id}/refunds`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "Idempotency-Key": key,
      ...(asToken === "" ? {} : { Authorization: `Bearer ${asToken}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

const listStripeRefunds = async (intent: string) =>
  (await mode.api.refunds.list({ payment_intent: intent })).data.map(({ amount }) => amount);

describe("threat 21: a refund by an administrator", () => {
  it("refunds in parts through Stripe, updates the row at once and emails the donor", async () => {
    const donation = await payDonation();
    const firstRefund = await refund(donation.id, {
      amount: "12.50",
      reason: "requested_by_customer",
    });
    expect(firstRefund).toMatchObject({
      status: 200,
      json: { id: donation.id, status: "partially_refunded", adjustedAmount: 12.5 },
    });
    const secondRefund = await refund(donation.id, {});
    expect(secondRefund).toMatchObject({
      status: 200,
      json: { status: "refunded", adjustedAmount: 50 },
    });
    await mode.stripe.settled();
    expect(await listStripeRefunds(donation.intentId)).toEqual([3750, 1250]);
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

  it("threat 18: 20 simultaneous requests and a later retry create one refund, even if a Stripe response is lost", async () => {
    const donation = await payDonation();
    const key = randomUUID();
    mode.stripe.fail({ kind: "lost", at: "POST /v1/refunds", times: 2 });
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => refund(donation.id, { amount: "20" }, key)),
    );
    await mode.stripe.settled();
    const retry = await refund(donation.id, { amount: "20" }, key);
    expect(retry.status).toBe(200);
    expect(responses.filter(({ status }) => ![200, 503].includes(status))).toEqual([]);
    expect(await listStripeRefunds(donation.intentId)).toEqual([2000]);
    expect(await donationsOf(donation.email)).toMatchObject([
      { status: "partially_refunded", taken: "20.00" },
    ]);
    expect((await refund(donation.id, { amount: "21" }, key)).status).toBe(409);
    const otherReasonResponse = await refund(
      donation.id,
      { amount: "20", reason: "fraudulent" },
      key,
    );
    expect(otherReasonResponse.status, "the same request with another reason").toBe(409);
    expect(await listStripeRefunds(donation.intentId)).toEqual([2000]);
  });

  it.each([
    [{ amount: "50.01" }, 409],
    [{ amount: "0" }, 400],
    [{ amount: "-1" }, 400],
    [{ amount: "1e1" }, 400],
    [{ amount: "10", reason: "spite" }, 400],
    [{ amount: "10", status: "refunded" }, 400],
  ])("refuses %j with %d and makes no refund in Stripe", async (body, status) => {
    const donation = await payDonation();
    expect((await refund(donation.id, body)).status).toBe(status);
    expect(await listStripeRefunds(donation.intentId)).toEqual([]);
    expect(await donationsOf(donation.email)).toMatchObject([
      { status: "completed", taken: "0.00" },
    ]);
  });

  it("refuses unpaid donations and disputed ones", async () => {
    const pendingDonation = await startDonation(mode.api);
    expect(await refund(pendingDonation.id, {})).toMatchObject({
      status: 409,
      json: { code: "not_refundable" },
    });
    const disputedDonation = await payDonation();
    mode.stripe.dispute(disputedDonation.intentId);
    await mode.stripe.settled();
    expect((await refund(disputedDonation.id, {})).json["code"]).toBe("not_refundable");
    expect((await refund(randomUUID(), {})).status).toBe(404);
  });

  it("returns 409 when someone has already refunded the donation in Stripe's dashboard", async () => {
    const donation = await payDonation();
    mode.stripe.hold();
    mode.stripe.refund(donation.intentId);
    expect(await refund(donation.id, {})).toMatchObject({
      status: 409,
      json: { code: "not_refundable" },
    });
    mode.stripe.hold(false);
    await mode.stripe.deliverHeld();
  });

  it("requires a session and is logged under the administrator's name", async () => {
    const donation = await payDonation();
    expect((await refund(donation.id, {}, randomUUID(), "")).status).toBe(401);
    const key = randomUUID();
    await refund(donation.id, { amount: "5", reason: "duplicate" }, key);
    const [entry] = await sql`
      select actor_name as name, after ->> 'amount' as amount, after ->> 'reason' as reason
      from public.audit_log where table_name = 'refund_requests' and row_id = ${key}`;
    expect(entry).toEqual({ name: "admin", amount: "5.00", reason: "duplicate" });
  });
});
