import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { signId } from "../../functions/_shared/http/signed-id.ts";
import { newAddress, newDonorInfo, readDonationTotal, setUpCheckout } from "./checkout.ts";
import { facts, sql } from "./stack.ts";
import { readDonations, readEmailedTemplates } from "./stripe-mode.ts";

const site = setUpCheckout();

const ENDED_RESPONSE = { status: 409, code: "monthly_offer_ended" };

const giveMonthly = async (monthlyOfferToken: string, amount: unknown = 25) => {
  const { status, json } = await site().call("recurring-donations", newAddress(), {
    monthlyOfferToken,
    amount,
  });
  return { status, code: json.code, amount: json.amount, nextChargeAt: json.nextChargeAt };
};

/** Pays a one-time donation of $100, by default with a card that Stripe may keep. */
async function giveOnce(donorChanges: object = {}, body: object = {}) {
  const [attemptId, donor] = [
    randomUUID(),
    { ...newDonorInfo(), keepsCard: true, ...donorChanges },
  ];
  const { json } = await site().start({ attemptId, donor, amount: 100, body });
  site().stripe.pay(json.clientSecret, "pm_card_visa");
  const { json: recorded } = await site().record(json.paymentIntentId);
  await site().stripe.settled();
  const { monthlyOfferToken, paymentIntentId } = json as Record<string, string>;
  return {
    attemptId,
    donor,
    token: monthlyOfferToken ?? "",
    paymentIntentId: paymentIntentId ?? "",
    donationId: recorded.donation.id as string,
  };
}

const listSubscriptions = (attemptId: string) =>
  site()
    .stripe.all("subscription")
    .filter(({ metadata }) => metadata["attempt_id"] === attemptId);

describe("a monthly gift after a one-time donation", () => {
  it("sends an email right away, then charges the kept card a month later and sends a receipt", async () => {
    const { attemptId, donor, token, donationId, paymentIntentId } = await giveOnce(
      { isAnonymous: true, inHonorOf: "Grandpa", coversFee: true },
      { source: "newsletter" },
    );
    expect(site().stripe.get("payment_intent", paymentIntentId)).toMatchObject({
      setup_future_usage: "off_session",
      customer: expect.stringMatching(/^cus_/),
    });
    const totalBefore = await readDonationTotal();
    const responses = await Promise.all(Array.from({ length: 10 }, () => giveMonthly(token)));
    const [row] = await sql<[{ day: Date }]>`
      select completed_at + interval '1 month' as day from public.donations where id = ${donationId}`;
    const nextChargeTime = Math.floor(row.day.getTime() / 1000);
    const nextChargeAt = new Date(nextChargeTime * 1000).toISOString();
    expect(new Set(responses.map((response) => JSON.stringify(response)))).toEqual(
      new Set([JSON.stringify({ status: 200, code: undefined, amount: 25, nextChargeAt })]),
    );
    expect(listSubscriptions(attemptId)).toMatchObject([
      {
        status: "active",
        billing_cycle_anchor: nextChargeTime,
        default_payment_method: expect.stringMatching(/^pm_/),
        items: { data: [{ price: { unit_amount: 2500 }, current_period_end: nextChargeTime }] },
      },
    ]);
    await site().stripe.settled();
    expect(await readDonationTotal()).toBe(totalBefore);
    expect((await readEmailedTemplates(donor.email)).toSorted()).toEqual([
      "Donation Confirmation",
      "Monthly Gift Started",
    ]);

    site().stripe.nextCycle(listSubscriptions(attemptId)[0]!.id);
    await site().stripe.settled();
    const rows = await sql`
      select donation.amount, donation.fee_covered, donation.is_anonymous, donation.in_honor_of, donation.source,
        donation.status, subscription.status as subscription_status
      from public.donations as donation
      join public.subscriptions as subscription on subscription.id = donation.subscription_id
      where subscription.attempt_id = ${attemptId}`;
    expect(rows).toEqual([
      {
        amount: "25.00",
        fee_covered: "0.00",
        is_anonymous: true,
        in_honor_of: null,
        source: "newsletter",
        status: "completed",
        subscription_status: "active",
      },
    ]);
    expect((await readEmailedTemplates(donor.email)).toSorted()).toEqual([
      "Donation Confirmation",
      "Donation Confirmation",
      "Monthly Gift Started",
    ]);
  });

  it("threat 18: returns the recurring donation already started if the donor asks again, even with another amount", async () => {
    const { attemptId, token, donor } = await giveOnce();
    const firstResponse = await giveMonthly(token, 25);
    expect(await giveMonthly(token, 50)).toEqual(firstResponse);
    expect(listSubscriptions(attemptId)).toHaveLength(1);
    expect(
      (await readEmailedTemplates(donor.email)).filter((name) => name === "Monthly Gift Started"),
    ).toHaveLength(1);
  });

  it("is not offered without the donor's consent, for a monthly gift, or to a bot", async () => {
    for (const donor of [
      newDonorInfo(),
      { ...newDonorInfo(), keepsCard: false },
      { ...newDonorInfo(), keepsCard: true, isRecurring: true },
    ]) {
      const { json } = await site().start({ donor });
      expect(json.monthlyOfferToken).toBeNull();
    }
    const { json } = await site().start({
      donor: { ...newDonorInfo(), keepsCard: true },
      body: { website: "https://bot.example" },
    });
    expect(json.monthlyOfferToken).toBeNull();
    const { paymentIntentId } = await giveOnce({ keepsCard: false });
    expect(site().stripe.get("payment_intent", paymentIntentId)).toMatchObject({
      setup_future_usage: null,
      customer: null,
    });
  });
});

describe("starting a monthly gift", () => {
  it("needs the attempt's own token", async () => {
    const { attemptId, token } = await giveOnce();
    const tokenForOtherPurpose = await signId(facts.hashSecret, "gift-session", attemptId);
    const { token: otherToken } = await giveOnce();
    const forgedTokens = [
      attemptId,
      `${attemptId}.`,
      tokenForOtherPurpose,
      `${attemptId}.${otherToken.split(".")[1]}`,
      `${randomUUID()}.${token.split(".")[1]}`,
    ];
    for (const forgedToken of forgedTokens) {
      expect(await giveMonthly(forgedToken)).toMatchObject(ENDED_RESPONSE);
    }
    expect(listSubscriptions(attemptId)).toEqual([]);
  });

  it("needs a card that Stripe was allowed to keep", async () => {
    const { attemptId } = await giveOnce({ keepsCard: false });
    const token = await signId(facts.hashSecret, "monthly-offer", attemptId);
    expect(await giveMonthly(token)).toMatchObject(ENDED_RESPONSE);
    expect(listSubscriptions(attemptId)).toEqual([]);
  });

  it("needs a donation that was paid within the last day and not refunded", async () => {
    const unpaidDonation = await site().start({ donor: { ...newDonorInfo(), keepsCard: true } });
    expect(await giveMonthly(unpaidDonation.json.monthlyOfferToken)).toMatchObject(ENDED_RESPONSE);

    const refunded = await giveOnce();
    site().stripe.refund(refunded.paymentIntentId, 1000);
    await site().stripe.settled();
    expect(await giveMonthly(refunded.token)).toMatchObject(ENDED_RESPONSE);

    const oldDonation = await giveOnce();
    const setAge = (age: string) =>
      sql`update public.donations set completed_at = now() - ${age}::interval where id = ${oldDonation.donationId}`;
    await setAge("1 day 1 second");
    expect(await giveMonthly(oldDonation.token)).toMatchObject(ENDED_RESPONSE);
    expect(listSubscriptions(oldDonation.attemptId)).toEqual([]);
    await setAge("23 hours 59 minutes");
    expect(await giveMonthly(oldDonation.token)).toMatchObject({ status: 200 });
  });

  it("accepts amounts from the smallest gift up to the donation without its fee", async () => {
    const { attemptId, token } = await giveOnce({ coversFee: true });
    const [{ min }] = await sql<[{ min: number }]>`
      select min_donation::float8 as min from public.settings`;
    for (const amount of [100.01, min - 0.01]) {
      expect(await giveMonthly(token, amount)).toMatchObject({
        status: 400,
        code: "amount_out_of_range",
      });
    }
    expect(listSubscriptions(attemptId)).toEqual([]);
    expect(await giveMonthly(token, 100)).toMatchObject({ status: 200, amount: 100 });
  });

  it.each(["error", "lost"] as const)(
    "starts only one subscription after a failure and a retry (%s)",
    async (kind) => {
      const { attemptId, donor, token } = await giveOnce();
      site().stripe.fail({ kind, at: "POST /v1/subscriptions", times: 20 });
      expect(await giveMonthly(token)).toMatchObject({
        status: 503,
        code: "provider_unavailable",
      });
      site().stripe.forget();
      expect(await readEmailedTemplates(donor.email)).toEqual(["Donation Confirmation"]);
      expect(await giveMonthly(token)).toMatchObject({ status: 200, amount: 25 });
      expect(listSubscriptions(attemptId)).toHaveLength(1);
      expect(await readDonations(donor.email)).toHaveLength(1);
    },
  );
});
