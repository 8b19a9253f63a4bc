import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { givenInAll, newAddress, newDonor, openCheckout } from "./giving.ts";
import { clearRateLimits, fingerprint, sql } from "./stack.ts";
import { forgetGifts, giftsOf, mailsTo } from "./stripe-mode.ts";

let site: Awaited<ReturnType<typeof openCheckout>>;
beforeAll(async () => {
  site = await openCheckout(["payments", "stripe-webhook"]);
});
afterAll(async () => {
  await site.stop();
  await forgetGifts();
  await sql`delete from public.payment_attempts`;
});
beforeEach(async () => {
  await site.stripe.settled();
  site.stripe.forget();
  await clearRateLimits();
});

const intents = () => site.stripe.all("payment_intent").length;
const posts = () => site.stripe.seen.filter(({ method }) => method === "POST").length;

describe("a gift through Stripe", () => {
  it("DON-50, DON-52: is charged what was chosen, counted once Stripe says so, with one receipt", async () => {
    const [before, donor] = [await givenInAll(), newDonor()];
    const { status, json } = await site.start({
      amount: "100.00",
      donor: { ...donor, coversFee: true, inHonorOf: "Grandpa", isAnonymous: true },
    });
    expect([status, json.provider, json.amount]).toEqual([200, "stripe", 103.3]);
    expect(json.clientSecret).toContain(`${json.paymentIntentId}_secret_`);
    expect(site.stripe.get("payment_intent", json.paymentIntentId)).toMatchObject({
      amount: 10_330,
      currency: "usd",
      automatic_payment_methods: { enabled: true },
      metadata: {
        kind: "gift",
        email: donor.email,
        fee_covered: "3.30",
        in_honor_of: "Grandpa",
        is_anonymous: "true",
      },
    });
    expect(await givenInAll()).toBe(before);

    site.stripe.pay(json.clientSecret, "pm_card_visa");
    const [first, second] = await Promise.all([
      site.record(json.paymentIntentId),
      site.record(json.paymentIntentId),
    ]);
    expect(first.json).toMatchObject({
      ok: true,
      donation: { firstName: "Ann", amount: 103.3, status: "completed", isDemo: true },
    });
    expect(second.json).toEqual(first.json);
    await site.stripe.settled();
    expect(await givenInAll()).toBeCloseTo(before + 103.3, 2);
    expect(await mailsTo(donor.email)).toEqual(["Donation Confirmation"]);
  });

  it("DON-58: a decline is 402 with the documented words, another card is taken, and nothing was counted between", async () => {
    const [before, donor] = [await givenInAll(), newDonor()];
    const { json } = await site.start({ donor });
    expect(() => site.stripe.pay(json.clientSecret, "pm_card_chargeDeclined")).toThrow(/declined/);
    const declined = await site.record(json.paymentIntentId);
    expect(declined.status).toBe(402);
    expect(declined.json).toMatchObject({
      code: "card_declined",
      message: "Your card was declined. Please try another card or payment method.",
    });
    expect(() => site.stripe.pay(json.clientSecret, "pm_card_chargeDeclinedExpiredCard")).toThrow(
      /expired/,
    );
    expect((await site.record(json.paymentIntentId)).json.message).toBe("Your card has expired.");
    expect(await givenInAll()).toBe(before);
    site.stripe.pay(json.clientSecret, "pm_card_visa");
    expect((await site.record(json.paymentIntentId)).json.donation.status).toBe("completed");
  });

  it("threats row 44: counts nothing while the donor, her bank or the debit has not finished", async () => {
    const before = await givenInAll();
    const { json } = await site.start();
    const open = await site.record(json.paymentIntentId);
    expect([open.status, open.json.code]).toEqual([409, "payment_unfinished"]);
    site.stripe.pay(json.clientSecret, "pm_card_threeDSecure2Required");
    expect((await site.record(json.paymentIntentId)).json.code).toBe("payment_unfinished");
    expect(await givenInAll()).toBe(before);
    site.stripe.authenticate(json.paymentIntentId, true);
    expect((await site.record(json.paymentIntentId)).json.donation.status).toBe("completed");
  });

  it.each(["pm_usBankAccount", "pm_usBankAccount_microdeposits"])(
    "a bank debit is pending for days, and given when it has arrived: %s",
    async (method) => {
      const [before, donor] = [await givenInAll(), newDonor()];
      const { json } = await site.start({ donor });
      const { status } = site.stripe.pay(json.clientSecret, method);
      const pending = await site.record(json.paymentIntentId);
      expect([pending.status, pending.json.donation.status]).toEqual([200, "pending"]);
      if (status === "requires_action") site.stripe.authenticate(json.paymentIntentId, true);
      await site.stripe.settled();
      expect([await givenInAll(), await mailsTo(donor.email)]).toEqual([before, []]);
      site.stripe.settle(json.paymentIntentId, true);
      await site.stripe.settled();
      expect(await givenInAll()).toBe(before + 50);
      expect(await mailsTo(donor.email)).toEqual(["Donation Confirmation"]);
    },
  );

  it("every month is a customer and a subscription that keeps the card; of one product, once per attempt", async () => {
    const [attempt, donor] = [randomUUID(), { ...newDonor(), isRecurring: true }];
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => site.start({ attempt, donor, amount: 25 })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(answers.map(({ json }) => json.clientSecret)).size).toBe(1);
    await site.start({ donor: { ...newDonor(), isRecurring: true }, amount: 30 });
    expect(site.stripe.all("product")).toHaveLength(1);
    const { json } = answers[0]!;
    const mine = site.stripe
      .all("subscription")
      .filter(({ metadata }) => metadata["attempt_id"] === attempt);
    expect(mine).toMatchObject([
      {
        status: "incomplete",
        items: { data: [{ price: { unit_amount: 2500, recurring: { interval: "month" } } }] },
        payment_settings: { save_default_payment_method: "on_subscription" },
      },
    ]);
    site.stripe.pay(json.clientSecret, "pm_card_visa");
    expect((await site.record(json.paymentIntentId)).json.donation).toMatchObject({
      amount: 25,
      isRecurring: true,
      status: "completed",
    });
    await site.stripe.settled();
    site.stripe.nextCycle(mine[0]!.id);
    await site.stripe.settled();
    expect((await giftsOf(donor.email)).map(({ status }) => status)).toEqual([
      "completed",
      "completed",
    ]);
    const [row] = await sql`
      select status, stripe_subscription_id from public.subscriptions where attempt_id = ${attempt}`;
    expect(row).toEqual({ status: "active", stripe_subscription_id: mine[0]!.id });
  });
});

describe("threats row 18: one attempt", () => {
  it("pressed fifty times at once is one intent; with another amount it is 409, later the same again", async () => {
    const [attempt, donor, before] = [randomUUID(), newDonor(), intents()];
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => site.start({ attempt, donor })),
    );
    console.log(
      `threats row 18: ${answers.length} parallel submits of one attempt, ${intents() - before} intent, ${posts()} requests to Stripe`,
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(new Set(answers.map(({ json }) => json.clientSecret)).size).toBe(1);
    expect(intents() - before).toBe(1);
    const other = await site.start({ attempt, donor, amount: 51 });
    expect([other.status, other.json.code]).toEqual([409, "attempt_conflict"]);
    expect((await site.start({ attempt, donor })).json).toEqual(answers[0]?.json);
    expect(intents() - before).toBe(1);
  });
});

describe("threats row 19: money that is none", () => {
  it("posted as completed, or by an id of the demo, of nobody or of words, moves 0.00", async () => {
    const before = await givenInAll();
    const { json } = await site.start();
    const said = await site.record(json.paymentIntentId);
    expect(said.status).toBe(409);
    const words = "pi_1/../../balance";
    const ids = ["pi_demo_0123456789abcdef0123456789abcdef", "pi_3Nabc", "ch_1", words];
    for (const id of ids) expect((await site.record(id)).status).toBe(404);
    console.log(`threats row 19: 5 invented payments moved ${(await givenInAll()) - before}.00`);
    expect(await givenInAll()).toBe(before);
  });

  it("paid with a test card moves 0.00 where payments are live", async () => {
    const live = await openCheckout(["payments"], "live");
    try {
      expect(live.terms).toMatchObject({ provider: "stripe", publishableKey: "pk_live_double" });
      const before = await fingerprint();
      const test = await live.api.paymentIntents.create({
        amount: 5000,
        currency: "usd",
        metadata: { kind: "gift", email: "ann@stripe-mode.example.org" },
      });
      live.stripe.pay(test.client_secret ?? "", "pm_card_visa");
      expect((await live.record(test.id)).status).toBe(404);
      expect(await fingerprint()).toBe(before);
      const { json } = await live.start();
      expect(live.stripe.get("payment_intent", json.paymentIntentId).livemode).toBe(true);
      const [row] = await sql`
        select is_demo from public.donations where stripe_payment_intent_id = ${json.paymentIntentId}`;
      expect(row).toEqual({ is_demo: false });
    } finally {
      await live.stop();
    }
  });
});

describe("threats row 20: an amount", () => {
  it.each([0, -1, 1e10, "NaN", "50.001", "1e3", 0.5, 100_000.01, null])(
    "of %j is 400, and Stripe hears nothing of it",
    async (amount) => {
      const before = await fingerprint();
      expect((await site.start({ amount })).status).toBe(400);
      expect(site.stripe.seen).toEqual([]);
      expect(await fingerprint()).toBe(before);
    },
  );
});

describe("a bad day at Stripe", () => {
  const attemptOf = (isRecurring: boolean) => ({
    attempt: randomUUID(),
    donor: { ...newDonor(), isRecurring },
    address: newAddress(),
  });

  it.each([
    [false, "POST /v1/payment_intents"],
    [true, "POST /v1/customers"],
    [true, "POST /v1/subscriptions"],
  ] as const)(
    "monthly: %s, %s fails or loses its answer: 503, and the same attempt succeeds later, once",
    async (isRecurring, at) => {
      for (const kind of ["error", "busy", "lost"] as const) {
        const attempt = attemptOf(isRecurring);
        const before = intents();
        site.stripe.fail({ kind, at, times: 20 });
        const failed = await site.start(attempt);
        expect([failed.status, failed.json.code]).toEqual([503, "provider_unavailable"]);
        site.stripe.forget();
        const { status, json } = await site.start(attempt);
        expect(status).toBe(200);
        expect(intents() - before).toBe(1);
        site.stripe.pay(json.clientSecret, "pm_card_visa");
        expect((await site.record(json.paymentIntentId)).json.donation.status).toBe("completed");
        await site.stripe.settled();
        expect(await giftsOf(attempt.donor.email)).toHaveLength(1);
      }
    },
  );

  it("after the payment: the donor is told that we do not know yet, and the next question knows", async () => {
    const { json } = await site.start();
    site.stripe.hold();
    site.stripe.pay(json.clientSecret, "pm_card_visa");
    site.stripe.fail({ kind: "error", at: "GET /v1/payment_intents", times: 3 });
    const failed = await site.record(json.paymentIntentId);
    expect([failed.status, failed.json.code]).toEqual([503, "provider_unavailable"]);
    expect((await site.record(json.paymentIntentId)).json.donation.status).toBe("completed");
    await site.stripe.deliverHeld();
    site.stripe.hold(false);
  });
});

describe("a refusal that trying again cannot help", () => {
  it.each([
    [false, "POST /v1/payment_intents"],
    [true, "POST /v1/customers"],
    [true, "POST /v1/subscriptions"],
  ] as const)(
    "monthly: %s, %s: the donor is told so, and the log has what Stripe said",
    async (isRecurring, at) => {
      site.stripe.fail({ kind: "refused", at, times: 2 });
      const said = site.said.length;
      const { status, json } = await site.start({ donor: { ...newDonor(), isRecurring } });
      expect([status, json.code]).toEqual([502, "provider_refused"]);
      expect(json.message).toContain("trying again will not help");
      await expect.poll(() => site.said.slice(said).join("")).toContain("provider_refused");
      const line = /\{.*"code":"provider_refused".*\}/.exec(site.said.slice(said).join(""))?.[0];
      expect(JSON.parse(line ?? "")).toMatchObject({
        provider: {
          type: "StripePermissionError",
          status: 403,
          permission: "rak_double_read",
          requestId: expect.stringMatching(/^req_/),
        },
      });
      expect(line).not.toContain("sqlState");
    },
  );

  it("of an email is shown at the email's field", async () => {
    const refusal = {
      status: 400,
      code: "email_invalid",
      param: "email",
      message: "Invalid email address: ann@example.org",
    };
    site.stripe.fail({ kind: "refused", at: "POST /v1/customers", refusal });
    const { status, json } = await site.start({ donor: { ...newDonor(), isRecurring: true } });
    expect([status, json.code]).toEqual([400, "validation_failed"]);
    expect(json.issues).toEqual([
      {
        path: "donorInfo.email",
        message: "Our payment provider does not accept this email. Please check it.",
      },
    ]);
  });
});

describe("the product of monthly gifts", () => {
  const startMonthly = () => site.start({ donor: { ...newDonor(), isRecurring: true } });
  const productId = async () => {
    expect((await startMonthly()).status).toBe(200);
    return site.stripe.all("product")[0]!.id;
  };

  it("that somebody archived is used again, and none is made beside it", async () => {
    await site.api.products.update(await productId(), { active: false });
    site.stripe.forget();
    expect((await startMonthly()).status).toBe(200);
    expect(site.stripe.all("product")).toMatchObject([{ active: true }]);
    expect(site.stripe.seen.map(({ method, path }) => `${method} ${path}`)).not.toContain(
      "POST /v1/products",
    );
  });

  it("that is gone since it was looked up is looked up again, and one subscription begins", async () => {
    await productId();
    const before = site.stripe.all("subscription").length;
    const refusal = {
      status: 400,
      code: "resource_missing",
      param: "items[0][price_data][product]",
      message: "No such product",
    };
    site.stripe.fail({ kind: "refused", at: "POST /v1/subscriptions", refusal });
    expect((await startMonthly()).status).toBe(200);
    expect(site.stripe.all("subscription")).toHaveLength(before + 1);
  });
});

describe("a donor with one name", () => {
  it("DON-25: is not called Donor in the ledger, on the receipt or at Stripe", async () => {
    const donor = { ...newDonor(), firstName: "Prince", lastName: "Donor" };
    const { json } = await site.start({ donor });
    site.stripe.pay(json.clientSecret, "pm_card_visa");
    await site.record(json.paymentIntentId);
    await site.stripe.settled();
    const [mail] =
      await sql`select to_name from public.email_outbox where to_email = ${donor.email}`;
    const [gift] = await sql`
      select first_name, last_name from public.donations where email = ${donor.email}`;
    expect([mail, gift]).toEqual([{ to_name: "Prince" }, { first_name: "Prince", last_name: "" }]);
    expect(
      site.stripe.get("payment_intent", json.paymentIntentId).metadata["last_name"] ?? "",
    ).toBe("");
  });
});

describe("threats row 40: afterwards", () => {
  it("no card number, key, token or client secret is in a log or a row", async () => {
    const tables = await sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'`;
    const dump = await Promise.all(
      tables.map(({ name }) => sql`select entry::text from ${sql(name)} as entry`),
    );
    const kept = `${JSON.stringify(dump)}\n${site.said.join("")}`;
    expect(kept.length).toBeGreaterThan(100_000);
    const found = /42424242|[sp]k_(test|live)_|whsec_|_secret_[A-Za-z0-9]{10}/.exec(kept);
    expect(found?.[0]).toBeUndefined();
    expect(kept).not.toContain(site.terms.formToken);
    expect(site.said.join("")).not.toMatch(/stripe-mode\.example\.org|198\.51\./);
  });
});
