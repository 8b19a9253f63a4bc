import { randomInt, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { setUpCheckout, readDonationTotal, newDonorInfo, openCheckout } from "./checkout.ts";
import { fingerprint, request, signInAdmin, sql } from "./stack.ts";
import { readDonations, readEmailedTemplates } from "./stripe-mode.ts";

const site = setUpCheckout();

const countIntents = () => site().stripe.all("payment_intent").length;
const countPosts = () => site().stripe.seen.filter(({ method }) => method === "POST").length;

describe("a donation through Stripe", () => {
  it("DON-50, DON-52: charges the chosen amount, counts it once Stripe confirms and sends one receipt", async () => {
    const [totalBefore, donor] = [await readDonationTotal(), newDonorInfo()];
    const { status, json } = await site().start({
      amount: "100.00",
      donor: { ...donor, coversFee: true, inHonorOf: "Grandpa", isAnonymous: true },
    });
    expect([status, json.provider, json.amount]).toEqual([200, "stripe", 103.3]);
    expect(json.clientSecret).toContain(`${json.paymentIntentId}_secret_`);
    expect(site().stripe.get("payment_intent", json.paymentIntentId)).toMatchObject({
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
    expect(await readDonationTotal()).toBe(totalBefore);

    site().stripe.pay(json.clientSecret, "pm_card_visa");
    const [firstResponse, secondResponse] = await Promise.all([
      site().record(json.paymentIntentId),
      site().record(json.paymentIntentId),
    ]);
    expect(firstResponse.json).toMatchObject({
      ok: true,
      donation: { firstName: "Ann", amount: 103.3, status: "completed", isDemo: true },
    });
    expect(secondResponse.json).toEqual(firstResponse.json);
    await site().stripe.settled();
    expect(await readDonationTotal()).toBeCloseTo(totalBefore + 103.3, 2);
    expect(await readEmailedTemplates(donor.email)).toEqual(["Donation Confirmation"]);
  });

  it.each([false, true])(
    "ADON-11: stores the donor's choice to stay anonymous, and the link's source (monthly: %s)",
    async (isRecurring) => {
      const donor = { ...newDonorInfo(), isRecurring, isAnonymous: true };
      const source = `spring-gala-${randomInt(1_000_000)}`;
      const { json } = await site().start({ donor, body: { source } });
      site().stripe.pay(json.clientSecret, "pm_card_visa");
      await site().record(json.paymentIntentId);
      await site().stripe.settled();
      const subscription = site()
        .stripe.all("subscription")
        .find(({ metadata }) => metadata["email"] === donor.email);
      if (subscription !== undefined) site().stripe.nextCycle(subscription.id);
      await site().stripe.settled();
      const donations = await sql`
        select first_name, is_anonymous, source from public.donations where email = ${donor.email}`;
      const anonymousDonation = { first_name: "Ann", is_anonymous: true, source };
      expect([...donations]).toEqual(
        isRecurring ? [anonymousDonation, anonymousDonation] : [anonymousDonation],
      );
      const { token } = await signInAdmin();
      const { json: sources } = await request("GET", "/api/donation-sources", { token });
      expect(sources).toContainEqual({
        source,
        donationCount: isRecurring ? 2 : 1,
        totalAmount: isRecurring ? 100 : 50,
        lastDonationAt: expect.any(String),
      });
    },
  );

  it("rejects a source that isn't a short name", async () => {
    for (const source of ["Spring Gala", "-gala", "a".repeat(41), "<b>"]) {
      expect((await site().start({ body: { source } })).status).toBe(400);
    }
  });

  it("DON-58: returns 402 with a message for the donor on a decline, accepts another card and counts nothing before that card is charged", async () => {
    const [totalBefore, donor] = [await readDonationTotal(), newDonorInfo()];
    const { json } = await site().start({ donor });
    expect(() => site().stripe.pay(json.clientSecret, "pm_card_chargeDeclined")).toThrow(
      /declined/,
    );
    const declinedResponse = await site().record(json.paymentIntentId);
    expect(declinedResponse.status).toBe(402);
    expect(declinedResponse.json).toMatchObject({
      code: "card_declined",
      message: "Your card was declined. Please try another card or payment method.",
    });
    expect(() => site().stripe.pay(json.clientSecret, "pm_card_chargeDeclinedExpiredCard")).toThrow(
      /expired/,
    );
    expect((await site().record(json.paymentIntentId)).json.message).toBe("Your card has expired.");
    expect(() =>
      site().stripe.pay(json.clientSecret, "pm_card_visa_chargeDeclinedInsufficientFunds"),
    ).toThrow(/insufficient/);
    expect((await site().record(json.paymentIntentId)).json.message).toBe(
      "There isn't enough money on this card. Use a different card, or choose a smaller amount.",
    );
    expect(await readDonationTotal()).toBe(totalBefore);
    site().stripe.pay(json.clientSecret, "pm_card_visa");
    expect((await site().record(json.paymentIntentId)).json.donation.status).toBe("completed");
  });

  it("threat 44: isn't counted before the payment is complete and the bank has authenticated it", async () => {
    const totalBefore = await readDonationTotal();
    const { json } = await site().start();
    const unfinishedResponse = await site().record(json.paymentIntentId);
    expect([unfinishedResponse.status, unfinishedResponse.json.code]).toEqual([
      409,
      "payment_unfinished",
    ]);
    site().stripe.pay(json.clientSecret, "pm_card_threeDSecure2Required");
    expect((await site().record(json.paymentIntentId)).json.code).toBe("payment_unfinished");
    expect(await readDonationTotal()).toBe(totalBefore);
    site().stripe.authenticate(json.paymentIntentId, true);
    expect((await site().record(json.paymentIntentId)).json.donation.status).toBe("completed");
  });

  it.each(["pm_usBankAccount", "pm_usBankAccount_microdeposits"])(
    "is pending until a bank debit settles and counts only then (%s)",
    async (paymentMethod) => {
      const [totalBefore, donor] = [await readDonationTotal(), newDonorInfo()];
      const { json } = await site().start({ donor });
      const { status } = site().stripe.pay(json.clientSecret, paymentMethod);
      const pendingResponse = await site().record(json.paymentIntentId);
      expect([pendingResponse.status, pendingResponse.json.donation.status]).toEqual([
        200,
        "pending",
      ]);
      if (status === "requires_action") site().stripe.authenticate(json.paymentIntentId, true);
      await site().stripe.settled();
      expect([await readDonationTotal(), await readEmailedTemplates(donor.email)]).toEqual([
        totalBefore,
        [],
      ]);
      site().stripe.settle(json.paymentIntentId, true);
      await site().stripe.settled();
      expect(await readDonationTotal()).toBe(totalBefore + 50);
      expect(await readEmailedTemplates(donor.email)).toEqual(["Donation Confirmation"]);
    },
  );

  it("creates one subscription per attempt if monthly, uses one product for all and saves the card", async () => {
    const [attemptId, donor] = [randomUUID(), { ...newDonorInfo(), isRecurring: true }];
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => site().start({ attemptId, donor, amount: 25 })),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(responses.map(({ json }) => json.clientSecret)).size).toBe(1);
    await site().start({ donor: { ...newDonorInfo(), isRecurring: true }, amount: 30 });
    expect(site().stripe.all("product")).toHaveLength(1);
    const { json } = responses[0]!;
    const ownSubscriptions = site()
      .stripe.all("subscription")
      .filter(({ metadata }) => metadata["attempt_id"] === attemptId);
    expect(ownSubscriptions).toMatchObject([
      {
        status: "incomplete",
        items: { data: [{ price: { unit_amount: 2500, recurring: { interval: "month" } } }] },
        payment_settings: { save_default_payment_method: "on_subscription" },
      },
    ]);
    const [item] = ownSubscriptions[0]?.items.data ?? [];
    site().stripe.pay(json.clientSecret, "pm_card_visa");
    // The webhooks haven't arrived yet, but the response already contains the date of the next charge.
    expect((await site().record(json.paymentIntentId)).json.donation).toMatchObject({
      amount: 25,
      isRecurring: true,
      status: "completed",
      nextChargeAt: new Date((item?.current_period_end ?? 0) * 1000).toISOString(),
    });
    await site().stripe.settled();
    site().stripe.nextCycle(ownSubscriptions[0]!.id);
    await site().stripe.settled();
    expect((await readDonations(donor.email)).map(({ status }) => status)).toEqual([
      "completed",
      "completed",
    ]);
    const [row] = await sql`
      select status, stripe_subscription_id from public.subscriptions where attempt_id = ${attemptId}`;
    expect(row).toEqual({ status: "active", stripe_subscription_id: ownSubscriptions[0]!.id });
  });

  it("can be monthly from an address whose first month was declined until its attempt was canceled", async () => {
    const donor = { ...newDonorInfo(), isRecurring: true };
    const failed = await site().start({ donor, amount: 25 });
    for (let count = 0; count < 5; count += 1) {
      expect(() => site().stripe.pay(failed.json.clientSecret, "pm_card_chargeDeclined")).toThrow(
        "declined",
      );
      await site().stripe.settled();
    }
    const { status, json } = await site().start({ donor, amount: 25 });
    expect(status).toBe(200);
    expect(json.clientSecret).not.toBe(failed.json.clientSecret);
    site().stripe.pay(json.clientSecret, "pm_card_visa");
    expect((await site().record(json.paymentIntentId)).json.donation).toMatchObject({
      amount: 25,
      isRecurring: true,
      status: "completed",
    });
    await site().stripe.settled();
    expect(
      await sql`select status, donor_id = first_value(donor_id) over (order by created_at) as is_same
        from public.subscriptions where email = ${donor.email} order by created_at`,
    ).toMatchObject([
      { status: "canceled", is_same: true },
      { status: "active", is_same: true },
    ]);
    expect(await readEmailedTemplates(donor.email)).toEqual(["Donation Confirmation"]);
  });
});

describe("threat 18: one attempt", () => {
  it("makes one intent for fifty simultaneous requests and returns 409 for another amount", async () => {
    const [attemptId, donor, intentCountBefore] = [randomUUID(), newDonorInfo(), countIntents()];
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => site().start({ attemptId, donor })),
    );
    console.log(
      `threat 18: ${responses.length} parallel submits of one attempt, ${countIntents() - intentCountBefore} intent, ${countPosts()} requests to Stripe`,
    );
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(new Set(responses.map(({ json }) => json.clientSecret)).size).toBe(1);
    expect(countIntents() - intentCountBefore).toBe(1);
    const conflictResponse = await site().start({ attemptId, donor, amount: 51 });
    expect([conflictResponse.status, conflictResponse.json.code]).toEqual([
      409,
      "attempt_conflict",
    ]);
    expect((await site().start({ attemptId, donor })).json).toEqual(responses[0]?.json);
    expect(countIntents() - intentCountBefore).toBe(1);
  });

  it.each([false, true])(
    "returns 409 when a retry changes the donor's other choices (monthly: %s)",
    async (isRecurring) => {
      const [attemptId, donor] = [randomUUID(), { ...newDonorInfo(), isRecurring }];
      expect((await site().start({ attemptId, donor })).status).toBe(200);
      for (const changedChoice of [{ isAnonymous: true }, { inHonorOf: "Grandpa" }]) {
        const conflictResponse = await site().start({
          attemptId,
          donor: { ...donor, ...changedChoice },
        });
        expect([conflictResponse.status, conflictResponse.json.code]).toEqual([
          409,
          "attempt_conflict",
        ]);
      }
      expect((await site().start({ attemptId, donor })).status).toBe(200);
    },
  );
});

describe("threat 19: fake money", () => {
  it("a status of completed, a demo id, an unknown id or arbitrary text counts as 0.00", async () => {
    const totalBefore = await readDonationTotal();
    const { json } = await site().start();
    const response = await site().record(json.paymentIntentId);
    expect(response.status).toBe(409);
    const arbitraryText = "pi_1/../../balance";
    const ids = ["pi_demo_0123456789abcdef0123456789abcdef", "pi_3Nabc", "ch_1", arbitraryText];
    for (const id of ids) expect((await site().record(id)).status).toBe(404);
    console.log(
      `threat 19: 5 invented payments moved ${(await readDonationTotal()) - totalBefore}.00`,
    );
    expect(await readDonationTotal()).toBe(totalBefore);
  });

  it("a test card counts as 0.00 in live mode", async () => {
    const liveSite = await openCheckout(["payments"], { mode: "live" });
    try {
      expect(liveSite.terms).toMatchObject({
        provider: "stripe",
        publishableKey: "pk_live_double",
      });
      const before = await fingerprint();
      const testIntent = await liveSite.api.paymentIntents.create({
        amount: 5000,
        currency: "usd",
        metadata: { kind: "gift", email: "ann@stripe-mode.example.org" },
      });
      liveSite.stripe.pay(testIntent.client_secret ?? "", "pm_card_visa");
      expect((await liveSite.record(testIntent.id)).status).toBe(404);
      expect(await fingerprint()).toBe(before);
      const { json } = await liveSite.start();
      expect(liveSite.stripe.get("payment_intent", json.paymentIntentId).livemode).toBe(true);
      const [row] = await sql`
        select is_demo from public.donations where stripe_payment_intent_id = ${json.paymentIntentId}`;
      expect(row).toEqual({ is_demo: false });
    } finally {
      await liveSite.stop();
    }
  });
});

describe("threat 20: an amount", () => {
  it.each([0, -1, 1e10, "NaN", "50.001", "1e3", 0.5, 100_000.01, null])(
    "is rejected with 400, without calling Stripe, if it is %j",
    async (amount) => {
      const before = await fingerprint();
      expect((await site().start({ amount })).status).toBe(400);
      expect(site().stripe.seen).toEqual([]);
      expect(await fingerprint()).toBe(before);
    },
  );
});

describe("a donor with one name", () => {
  it("DON-25: is recorded without the placeholder last name Donor in its row, on the receipt and in Stripe", async () => {
    const donor = { ...newDonorInfo(), firstName: "Prince", lastName: "Donor", hasOneName: true };
    const { json } = await site().start({ donor });
    site().stripe.pay(json.clientSecret, "pm_card_visa");
    await site().record(json.paymentIntentId);
    await site().stripe.settled();
    const [mail] =
      await sql`select to_name from public.email_outbox where to_email = ${donor.email}`;
    const [donation] = await sql`
      select first_name, last_name from public.donations where email = ${donor.email}`;
    expect([mail, donation]).toEqual([
      { to_name: "Prince" },
      { first_name: "Prince", last_name: "" },
    ]);
    expect(
      site().stripe.get("payment_intent", json.paymentIntentId).metadata["last_name"] ?? "",
    ).toBe("");
  });

  it("DON-25: keeps Donor when it is the real last name", async () => {
    const donor = { ...newDonorInfo(), firstName: "Ruth", lastName: "Donor" };
    const { json } = await site().start({ donor });
    site().stripe.pay(json.clientSecret, "pm_card_visa");
    await site().record(json.paymentIntentId);
    const [donation] = await sql`
      select first_name, last_name from public.donations where email = ${donor.email}`;
    expect(donation).toEqual({ first_name: "Ruth", last_name: "Donor" });
  });
});

describe("threat 40: after the payment", () => {
  it("no log or row contains a card number, key, token or client secret", async () => {
    const tables = await sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'`;
    const allRows = await Promise.all(
      tables.map(({ name }) => sql`select entry::text from ${sql(name)} as entry`),
    );
    const loggedText = `${JSON.stringify(allRows)}\n${site().logLines.join("")}`;
    expect(loggedText.length).toBeGreaterThan(100_000);
    const secret = /42424242|[sp]k_(test|live)_|whsec_|_secret_[A-Za-z0-9]{10}/.exec(loggedText);
    expect(secret?.[0]).toBeUndefined();
    expect(loggedText).not.toContain(site().formToken);
    expect(site().logLines.join("")).not.toMatch(/stripe-mode\.example\.org|198\.51\./);
  });
});
