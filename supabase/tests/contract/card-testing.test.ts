import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { checkoutOfFile, newAddress, newDonor } from "./giving.ts";
import { clearRateLimits, fingerprint, sql } from "./stack.ts";

const site = checkoutOfFile();

const intents = () => site().stripe.all("payment_intent").length;

describe("threats row 23: a form token", () => {
  it("that is missing, invented or fresh is 403, and Stripe is not asked", async () => {
    const before = await fingerprint();
    const { json: fresh } = await site().call("checkout", "203.0.113.2");
    const tokens = [undefined, "", "form-token", `${site().terms.formToken}0`, fresh.formToken];
    for (const token of tokens) {
      // An empty header is no header.
      const { status, json } = await site().call(
        "create-payment-intent",
        newAddress(),
        { amount: 50, donorInfo: newDonor() },
        token === undefined ? {} : { "X-Form-Token": token },
      );
      expect([status, json.code]).toEqual([403, "form_token_invalid"]);
    }
    console.log(
      `threats row 23: ${tokens.length} gifts without a good form token: 403, ${site().stripe.seen.length} requests to Stripe`,
    );
    expect(site().stripe.seen).toEqual([]);
    expect(await fingerprint()).toBe(before);
  });

  it("is for the form, not for the donor: another address and another attempt may use it", async () => {
    expect((await site().start()).status).toBe(200);
    expect((await site().start()).status).toBe(200);
  });
});

describe("threats row 23: a machine", () => {
  it("that fills in the hidden field gets what looks like a success, with nothing behind it", async () => {
    const real = await site().start();
    // What Stripe has to say of the gifts before arrives when it likes.
    await site().stripe.settled();
    site().stripe.forget();
    const before = await fingerprint();
    const { status, json } = await site().start({ body: { website: "https://example.org" } });
    expect(status).toBe(200);
    expect(Object.keys(json)).toEqual(Object.keys(real.json));
    expect(json.paymentIntentId).toMatch(/^pi_[A-Za-z0-9]{24}$/);
    expect(site().stripe.seen).toEqual([]);
    expect(await fingerprint()).toBe(before);
  });

  it("with 400 attempts from one address in five minutes gets at most 10 intents, and never a decline", async () => {
    const [address, before] = [newAddress(), intents()];
    const statuses: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      // The limit of requests is not what this is about.
      await clearRateLimits();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => site().start({ address, amount: 5 })),
      );
      statuses.push(...answers.map(({ status }) => status));
    }
    const made = intents() - before;
    console.log(`threats row 23: ${statuses.length} attempts from one address, ${made} intents`);
    expect(made).toBe(10);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(390);
    const refused = await site().start({ address });
    expect(refused.json.message).toBe("Too many attempts. Please wait a moment and try again.");
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await site().start()).status).toBe(200);
  });

  it("with one e-mail from one address gets at most 8", async () => {
    const [address, donor, before] = [newAddress(), newDonor(), intents()];
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => site().start({ address, donor })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(8);
    expect(intents() - before).toBe(8);
  });

  it.each([false, true])(
    "that tries cards on one intent finds it closed after five (monthly: %s)",
    async (isRecurring) => {
      const [attempt, donor] = [randomUUID(), { ...newDonor(), isRecurring }];
      const { json } = await site().start({ attempt, donor });
      for (let card = 1; card <= 5; card += 1) {
        expect(() => site().stripe.pay(json.clientSecret, "pm_card_chargeDeclined")).toThrow(
          "Your card was declined.",
        );
        expect((await site().record(json.paymentIntentId)).status).toBe(402);
      }
      await site().stripe.settled();
      expect(site().stripe.get("payment_intent", json.paymentIntentId).status).toBe("canceled");
      expect(() => site().stripe.pay(json.clientSecret, "pm_card_visa")).toThrow(/canceled/);
      const again = await site().start({ attempt, donor });
      expect([again.status, again.json.code]).toEqual([409, "attempt_conflict"]);
    },
  );
});

describe("threats row 23: people", () => {
  it("thirty donors behind one address within an hour are all served, by whichever way their success is told", async () => {
    const address = newAddress();
    const outcomes: string[] = [];
    for (let donor = 0; donor < 30; donor += 1) {
      const { status, json } = await site().start({ address });
      if (status !== 200) break;
      site().stripe.pay(json.clientSecret, "pm_card_visa");
      // Of every second one the browser is closed, and only the webhook tells.
      if (donor % 2 === 0) await site().record(json.paymentIntentId, address);
      else await site().stripe.settled();
      const [row] = await sql<[{ status: string }]>`
        select status from public.donations where stripe_payment_intent_id = ${json.paymentIntentId}`;
      outcomes.push(row.status);
    }
    const served = outcomes.filter((outcome) => outcome === "completed").length;
    console.log(`threats row 23: 30 donors behind one address, ${served} gifts`);
    expect(served).toBe(30);
  });
});
