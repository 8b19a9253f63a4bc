import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { readFormToken } from "../../functions/payments/form-token.ts";
import { toRateLimitAddress } from "../../functions/_shared/rules/visitor-address.ts";
import { createAgedFormToken } from "../aged-form-token.ts";
import { setUpCheckout, newAddress, newDonorInfo } from "./checkout.ts";
import { clearRateLimits, facts, fingerprint, sql } from "./stack.ts";

const site = setUpCheckout();

const agedToken = (address: string) =>
  createAgedFormToken(facts.hashSecret, toRateLimitAddress(address) ?? address);

const countIntents = () => site().stripe.all("payment_intent").length;

describe("threat 23: a form token", () => {
  it("is signed by the checkout with the current time", async () => {
    const timeBefore = Date.now();
    const address = newAddress();
    const { json: checkoutTerms } = await site().call("checkout", address);
    const issuedAt = Number.parseInt(checkoutTerms.formToken, 36);
    expect(issuedAt).toBeGreaterThanOrEqual(timeBefore);
    expect(issuedAt).toBeLessThanOrEqual(Date.now());
    const isValid = await readFormToken(
      [facts.hashSecret],
      checkoutTerms.formToken,
      issuedAt + 5000,
      address,
    );
    expect(isValid).toBeDefined();
  });

  it("returns 403 without calling Stripe when missing, forged or too new", async () => {
    const before = await fingerprint();
    const { json: freshCheckoutTerms } = await site().call("checkout", "203.0.113.2");
    const tokens = [
      undefined,
      "",
      "form-token",
      `${site().formToken}0`,
      freshCheckoutTerms.formToken,
    ];
    for (const token of tokens) {
      const { status, json } = await site().call(
        "create-payment-intent",
        newAddress(),
        { amount: 50, donorInfo: newDonorInfo() },
        token === undefined ? {} : { "X-Form-Token": token },
      );
      expect([status, json.code]).toEqual([403, "form_token_invalid"]);
    }
    console.log(
      `threat 23: ${tokens.length} donations without a good form token: 403, ${site().stripe.seen.length} requests to Stripe`,
    );
    expect(site().stripe.seen).toEqual([]);
    expect(await fingerprint()).toBe(before);
  });

  const give = async (formToken: string, address: string, attemptId = randomUUID()) => {
    const { status, json } = await site().call(
      "create-payment-intent",
      address,
      { amount: 50, donorInfo: { ...newDonorInfo(), email: `${attemptId}@example.org` } },
      { "Idempotency-Key": attemptId, "X-Form-Token": formToken },
    );
    return status === 200 ? 200 : `${status} ${json.code}`;
  };

  it("serves one attempt, however often it's repeated, and no other", async () => {
    const address = newAddress();
    const [token, newToken] = [await agedToken(address), await agedToken(address)];
    const attemptId = randomUUID();
    const statuses = await Promise.all([1, 2, 3].map(() => give(token, address, attemptId)));
    expect(statuses).toEqual([200, 200, 200]);
    expect(await give(token, address)).toBe("403 form_token_invalid");
    // The attempt goes on with a new token, and the old one stays used.
    expect(await give(newToken, address, attemptId)).toBe(200);
    expect(await give(token, address)).toBe("403 form_token_invalid");
    expect(await give(newToken, address)).toBe(200);
  });

  it("serves only one of the attempts that use it at the same time", async () => {
    const address = newAddress();
    const token = await agedToken(address);
    const statuses = await Promise.all(Array.from({ length: 5 }, () => give(token, address)));
    expect(statuses.map(String).toSorted()).toEqual([
      "200",
      ...Array(4).fill("403 form_token_invalid"),
    ]);
  });

  it("isn't valid in another network", async () => {
    const token = await agedToken("2001:db8:1:2::7");
    expect(await give(token, "2001:db8:2:2::7")).toBe("403 form_token_invalid");
    expect(await give(token, "2001:db8:1:3::7")).toBe(200);
  });
});

describe("threat 23: a bot", () => {
  it("gets a fake success for filling in the hidden field, but no payment starts", async () => {
    const realResponse = await site().start();
    // Stripe may still be delivering events from earlier donations.
    await site().stripe.settled();
    site().stripe.forget();
    const before = await fingerprint();
    const { status, json } = await site().start({ body: { website: "https://example.org" } });
    expect(status).toBe(200);
    expect(Object.keys(json)).toEqual(Object.keys(realResponse.json));
    expect(json.paymentIntentId).toMatch(/^pi_[A-Za-z0-9]{24}$/);
    expect(site().stripe.seen).toEqual([]);
    expect(await fingerprint()).toBe(before);
  });

  it("gets at most 10 intents from 400 attempts at one address in five minutes, and 429 for the rest", async () => {
    const [address, intentCountBefore] = [newAddress(), countIntents()];
    const statuses: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      // Lifts the general request limit, which this test doesn't cover.
      await clearRateLimits();
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => site().start({ address, amount: 5 })),
      );
      statuses.push(...responses.map(({ status }) => status));
    }
    const newIntentCount = countIntents() - intentCountBefore;
    console.log(
      `threat 23: ${statuses.length} attempts from one address, ${newIntentCount} intents`,
    );
    expect(newIntentCount).toBe(10);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(390);
    const refusedResponse = await site().start({ address });
    expect(refusedResponse.json.message).toBe(
      "Too many attempts. Please wait a moment and try again.",
    );
    expect(Number(refusedResponse.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await site().start()).status).toBe(200);
  });

  it("gets at most 8 intents with one email from one address", async () => {
    const [address, donor, intentCountBefore] = [newAddress(), newDonorInfo(), countIntents()];
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => site().start({ address, donor })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(8);
    expect(countIntents() - intentCountBefore).toBe(8);
  });

  it.each([false, true])(
    "can't use an intent after five declined cards (monthly: %s)",
    async (isRecurring) => {
      const [attemptId, donor] = [randomUUID(), { ...newDonorInfo(), isRecurring }];
      const { json } = await site().start({ attemptId, donor });
      for (let card = 1; card <= 5; card += 1) {
        expect(() => site().stripe.pay(json.clientSecret, "pm_card_chargeDeclined")).toThrow(
          "Your card was declined.",
        );
        expect((await site().record(json.paymentIntentId)).status).toBe(402);
      }
      await site().stripe.settled();
      expect(site().stripe.get("payment_intent", json.paymentIntentId).status).toBe("canceled");
      expect(() => site().stripe.pay(json.clientSecret, "pm_card_visa")).toThrow(/canceled/);
      const retryResponse = await site().start({ attemptId, donor });
      expect([retryResponse.status, retryResponse.json.code]).toEqual([409, "attempt_conflict"]);
    },
  );
});

describe("threat 23: real donors", () => {
  it("can donate thirty times from one address in an hour, confirmed by the page or by the webhook", async () => {
    const address = newAddress();
    const outcomes: string[] = [];
    for (let donor = 0; donor < 30; donor += 1) {
      const { status, json } = await site().start({ address });
      if (status !== 200) break;
      site().stripe.pay(json.clientSecret, "pm_card_visa");
      // Every second donor closes the browser, so only the webhook confirms the donation.
      if (donor % 2 === 0) await site().record(json.paymentIntentId, address);
      else await site().stripe.settled();
      const [row] = await sql<[{ status: string }]>`
        select status from public.donations where stripe_payment_intent_id = ${json.paymentIntentId}`;
      outcomes.push(row.status);
    }
    const completedCount = outcomes.filter((outcome) => outcome === "completed").length;
    console.log(`threat 23: 30 donors behind one address, ${completedCount} donations`);
    expect(completedCount).toBe(30);
  });
});
