import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signInAdmin, sql } from "./stack.ts";
import {
  startDonation,
  deleteDonorData,
  readDonations,
  readEmailedTemplates,
  startStripeMode,
  countTotalDifferences,
} from "./stripe-mode.ts";

let stripeMode: Awaited<ReturnType<typeof startStripeMode>>;
let token = "";
beforeAll(async () => {
  stripeMode = await startStripeMode(["payments", "stripe-webhook"]);
  token = (await signInAdmin()).token;
});
afterAll(async () => {
  await stripeMode.stop();
  await deleteDonorData();
});

async function payDonation(paymentMethod = "pm_card_visa") {
  const donation = await startDonation(stripeMode.api);
  stripeMode.stripe.pay(donation.secret, paymentMethod);
  await stripeMode.stripe.settled();
  return donation;
}

async function refund(id: string, body: object, key: string = randomUUID(), callerToken = token) {
  const response = await fetch(`${stripeMode.urls["payments"]}/donations/${id}/refunds`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "Idempotency-Key": key,
      ...(callerToken === "" ? {} : { Authorization: `Bearer ${callerToken}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

const listRefundedCents = async (intentId: string) =>
  (await stripeMode.api.refunds.list({ payment_intent: intentId })).data.map(
    ({ amount }) => amount,
  );

describe("threat 21: a refund by an administrator", () => {
  it("can be made in parts through Stripe, updates the row immediately and emails the donor", async () => {
    const donation = await payDonation();
    const firstResponse = await refund(donation.id, {
      amount: "12.50",
      reason: "requested_by_customer",
    });
    expect(firstResponse).toMatchObject({
      status: 200,
      json: { id: donation.id, status: "partially_refunded", adjustedAmount: 12.5 },
    });
    const secondResponse = await refund(donation.id, {});
    expect(secondResponse).toMatchObject({
      status: 200,
      json: { status: "refunded", adjustedAmount: 50 },
    });
    await stripeMode.stripe.settled();
    expect(await listRefundedCents(donation.intentId)).toEqual([3750, 1250]);
    expect(await readDonations(donation.email)).toMatchObject([
      { status: "refunded", adjustedAmount: "50.00" },
    ]);
    expect(await readEmailedTemplates(donation.email)).toEqual([
      "Donation Confirmation",
      "Gift Refunded",
      "Gift Refunded",
    ]);
    expect(await countTotalDifferences()).toBe(0);
  });

  it("threat 18: is made once for 20 simultaneous requests and a later retry, even if a Stripe response is lost", async () => {
    const donation = await payDonation();
    const key = randomUUID();
    stripeMode.stripe.fail({ kind: "lost", at: "POST /v1/refunds", times: 2 });
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => refund(donation.id, { amount: "20" }, key)),
    );
    await stripeMode.stripe.settled();
    const retryResponse = await refund(donation.id, { amount: "20" }, key);
    expect(retryResponse.status).toBe(200);
    expect(responses.filter(({ status }) => ![200, 503].includes(status))).toEqual([]);
    expect(await listRefundedCents(donation.intentId)).toEqual([2000]);
    expect(await readDonations(donation.email)).toMatchObject([
      { status: "partially_refunded", adjustedAmount: "20.00" },
    ]);
    expect((await refund(donation.id, { amount: "21" }, key)).status).toBe(409);
    const otherReasonResponse = await refund(
      donation.id,
      { amount: "20", reason: "fraudulent" },
      key,
    );
    expect(otherReasonResponse.status, "the same request with another reason").toBe(409);
    expect(await listRefundedCents(donation.intentId)).toEqual([2000]);
  });

  it.each([
    [{ amount: "50.01" }, 409],
    [{ amount: "0" }, 400],
    [{ amount: "-1" }, 400],
    [{ amount: "1e1" }, 400],
    [{ amount: "10", reason: "spite" }, 400],
    [{ amount: "10", status: "refunded" }, 400],
  ])("with the body %j returns %d and makes no refund in Stripe", async (body, status) => {
    const donation = await payDonation();
    expect((await refund(donation.id, body)).status).toBe(status);
    expect(await listRefundedCents(donation.intentId)).toEqual([]);
    expect(await readDonations(donation.email)).toMatchObject([
      { status: "completed", adjustedAmount: "0.00" },
    ]);
  });

  it("is refused for unpaid, disputed and unknown donations", async () => {
    const pendingDonation = await startDonation(stripeMode.api);
    expect(await refund(pendingDonation.id, {})).toMatchObject({
      status: 409,
      json: { code: "not_refundable" },
    });
    const disputedDonation = await payDonation();
    stripeMode.stripe.dispute(disputedDonation.intentId);
    await stripeMode.stripe.settled();
    expect((await refund(disputedDonation.id, {})).json["code"]).toBe("not_refundable");
    expect((await refund(randomUUID(), {})).status).toBe(404);
  });

  it("returns 409 when someone has already refunded the donation in Stripe's dashboard", async () => {
    const donation = await payDonation();
    stripeMode.stripe.hold();
    stripeMode.stripe.refund(donation.intentId);
    expect(await refund(donation.id, {})).toMatchObject({
      status: 409,
      json: { code: "not_refundable" },
    });
    stripeMode.stripe.hold(false);
    await stripeMode.stripe.deliverHeld();
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
