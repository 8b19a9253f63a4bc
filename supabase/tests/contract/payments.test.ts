import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { clearRateLimits, fingerprint, request, sql } from "./stack.ts";

beforeEach(() => clearRateLimits());

const donor = { firstName: "Test", lastName: "Giver", email: "giver+approved@example.org" };

const startDonation = (
  changes: Record<string, unknown> = {},
  key: string = randomUUID(),
  donorInfo: object = donor,
) =>
  request("POST", "/api/create-payment-intent", {
    body: { amount: 50, donorInfo, ...changes },
    headers: { "Idempotency-Key": key },
  });

const completeDonation = (stripePaymentIntentId: string, changes: Record<string, unknown> = {}) =>
  request("POST", "/api/create-donation", {
    body: {
      ...donor,
      amount: "50",
      isRecurring: false,
      status: "completed",
      stripePaymentIntentId,
      ...changes,
    },
  });

async function readTotal(): Promise<number> {
  const { json } = await request("GET", "/api/donors-consolidated");
  return Number(json[0].totalAmount);
}

describe("the demo payment provider", () => {
  it("DON-12, DON-50, DON-52: records a donation, counts it once and shows it without the last name", async () => {
    const totalBefore = await readTotal();
    const intentResponse = await startDonation({ amount: 35 });
    expect(intentResponse.status).toBe(200);
    expect(intentResponse.json).toMatchObject({
      provider: "demo",
      amount: 35,
      clientSecret: expect.any(String),
    });
    expect(intentResponse.json.paymentIntentId).toMatch(/^pi_demo_[0-9a-f]{32}$/);
    expect(await readTotal()).toBe(totalBefore);

    const [firstResponse, secondResponse] = await Promise.all([
      completeDonation(intentResponse.json.paymentIntentId),
      completeDonation(intentResponse.json.paymentIntentId),
    ]);
    expect(firstResponse.json).toMatchObject({
      ok: true,
      donation: { amount: 35, status: "completed", isDemo: true },
    });
    expect(secondResponse.json).toEqual(firstResponse.json);
    expect(await readTotal()).toBe(totalBefore + 35);

    const recentResponse = await request("GET", "/api/recent-donations?limit=3");
    expect(recentResponse.json[0]).toMatchObject({ firstName: "Test", lastName: "G.", amount: 35 });
    const receipts = await sql`
      select 1 from public.email_outbox where dedupe_key = ${`receipt:${firstResponse.json.donation.id}`}`;
    expect(receipts).toHaveLength(1);
  });

  it("HOME-26, ADON-11: shows an anonymous donor without a name", async () => {
    const { json } = await startDonation({}, undefined, { ...donor, isAnonymous: true });
    const { json: completion } = await completeDonation(json.paymentIntentId);
    const [donation] = await sql`
      select first_name, is_anonymous from public.donations where id = ${completion.donation.id}`;
    expect(donation).toEqual({ first_name: "Test", is_anonymous: true });
    const recentResponse = await request("GET", "/api/recent-donations?limit=1");
    expect(recentResponse.json).toMatchObject([
      { id: completion.donation.id, firstName: "Anonymous" },
    ]);
    expect(JSON.stringify(recentResponse.json)).not.toContain("Test");
  });

  it("DON-58: returns 402 with a message for the donor on a decline and counts nothing", async () => {
    const totalBefore = await readTotal();
    const intentResponse = await startDonation({}, undefined, {
      ...donor,
      email: "giver+declined@example.org",
    });
    const { status, json } = await completeDonation(intentResponse.json.paymentIntentId);
    expect(status).toBe(402);
    expect(json).toMatchObject({
      code: "card_declined",
      message: "Your card was declined. Please try another card or payment method.",
    });
    expect(await readTotal()).toBe(totalBefore);
  });

  it("threat 18: creates one intent for twenty parallel starts of one attempt and returns 409 for another amount", async () => {
    const key = randomUUID();
    const responses = await Promise.all(Array.from({ length: 20 }, () => startDonation({}, key)));
    expect(new Set(responses.map(({ json }) => json.paymentIntentId)).size).toBe(1);
    const rows = await sql`select 1 from public.donations where attempt_id = ${key}`;
    expect(rows).toHaveLength(1);
    const conflictResponse = await startDonation({ amount: 51 }, key);
    expect([conflictResponse.status, conflictResponse.json.code]).toEqual([
      409,
      "attempt_conflict",
    ]);
  });

  it.each([0, -1, 1e10, "NaN", "50.001", "1e3", 0.5, 100_000.01, null, true, [], {}])(
    "threat 20: returns 400 for an amount of %j and changes nothing",
    async (amount) => {
      const before = await fingerprint();
      expect((await startDonation({ amount })).status).toBe(400);
      expect(await fingerprint()).toBe(before);
    },
  );

  it("computes the covered fee on the server, and applies the limits to the amount without it", async () => {
    const donorCoveringFee = { ...donor, coversFee: true };
    const { json } = await startDonation({ amount: "100" }, undefined, donorCoveringFee);
    // 2.9% of 103.30 plus 30 cents is 3.30.
    expect(json.amount).toBe(103.3);
    const [row] = await sql`
      select amount::text, fee_covered::text from public.donations
      where stripe_payment_intent_id = ${json.paymentIntentId}`;
    expect(row).toEqual({ amount: "103.30", fee_covered: "3.30" });
    expect((await startDonation({ amount: 100_000 }, undefined, donorCoveringFee)).status).toBe(
      200,
    );
    expect((await startDonation({ amount: 0.99 }, undefined, donorCoveringFee)).json.code).toBe(
      "amount_out_of_range",
    );
  });

  it("threat 23: returns a fake success if the hidden field is filled in and changes nothing", async () => {
    const realResponse = await startDonation();
    const before = await fingerprint();
    const { status, json } = await startDonation({ website: "https://example.org" });
    expect(status).toBe(200);
    expect(Object.keys(json)).toEqual(Object.keys(realResponse.json));
    expect(json.paymentIntentId).toMatch(/^pi_demo_[0-9a-f]{32}$/);
    expect((await completeDonation(json.paymentIntentId)).status).toBe(404);
    expect(await fingerprint()).toBe(before);
  });

  it("is named by the checkout endpoint, which issues a form token and is never cached", async () => {
    const { headers, json } = await request("GET", "/api/checkout");
    expect(headers.get("Cache-Control")).toContain("no-store");
    expect(json).toMatchObject({ provider: "demo", publishableKey: null });
    const millisecondsLeft = Date.parse(json.formTokenExpiresAt) - Date.now();
    expect(millisecondsLeft).toBeGreaterThan(7_190_000);
    expect(millisecondsLeft).toBeLessThanOrEqual(7_200_000);
  });

  it.each([0.5, 100_000.01])(
    "refuses an amount of %d, which is outside the configured limits",
    async (amount) => {
      const { status, json } = await startDonation({ amount });
      expect(status).toBe(400);
      expect(json).toMatchObject({
        code: "amount_out_of_range",
        message: "We can't accept this amount online. Please choose a different amount.",
      });
    },
  );

  it("DON-51: refuses card data before doing anything", async () => {
    const before = await fingerprint();
    const { status, json } = await startDonation({
      paymentMethod: { cardNumber: "4242424242424242", expirationDate: "12/30", cvv: "123" },
    });
    expect([status, json.code]).toEqual([400, "card_data_not_accepted"]);
    expect(await fingerprint()).toBe(before);
  });

  it("threat 19: returns 404 for a made-up intent that is posted as `completed` and changes nothing", async () => {
    const before = await fingerprint();
    const madeUpIds = [
      "pi_demo_0123456789abcdef0123456789abcdef",
      "pi_3Nabc",
      "pi_demo_' or 1=1 --",
    ];
    for (const id of madeUpIds)
      expect((await completeDonation(id, { amount: "9999" })).status).toBe(404);
    expect(await fingerprint()).toBe(before);
  });

  it("returns 400 for an Idempotency-Key that isn't a UUID", async () => {
    expect((await startDonation({}, "again")).status).toBe(400);
  });

  it("lets thirty donors behind one address start donations", async () => {
    const responses = await Promise.all(Array.from({ length: 30 }, () => startDonation()));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200));
  });
});
