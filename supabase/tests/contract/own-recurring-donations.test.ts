import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DONOR_SESSION_HEADER } from "../../functions/_shared/contracts/limits.ts";
import { startDonorSession } from "./donor-session.ts";
import { clearRateLimits, request, SOME_ID, sql } from "./stack.ts";
import {
  startStripeSubscription,
  deleteDonorData,
  readEmailedTemplates,
  newDonorDetails,
  startStripeMode,
} from "./stripe-mode.ts";

let stripeMode: Awaited<ReturnType<typeof startStripeMode>>;
beforeAll(async () => {
  stripeMode = await startStripeMode(["api", "stripe-webhook"]);
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await stripeMode.stop();
  await deleteDonorData();
});

/** Sends a request in a donor session to the functions that run in Stripe mode, not to the stack's own. */
async function callAsDonor(method: string, path: string, giftSession: string, body?: object) {
  const response = await fetch(`${stripeMode.urls["api"]}${path}`, {
    method,
    headers: { "Content-Type": "application/json", [DONOR_SESSION_HEADER]: giftSession },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

async function readSubscription(email: string) {
  const [row] = await sql<[{ id: string; status: string; canceledAt: Date | null }]>`
    select id, status, canceled_at as "canceledAt" from public.subscriptions where email = ${email}`;
  return row;
}

async function startActiveRecurringDonation() {
  const recurringDonation = await startStripeSubscription(stripeMode.api);
  stripeMode.stripe.pay(recurringDonation.secret, "pm_card_visa");
  await stripeMode.stripe.settled();
  const { id } = await readSubscription(recurringDonation.email);
  return {
    ...recurringDonation,
    id,
    giftSession: await startDonorSession(recurringDonation.email),
  };
}

/** Adds a recurring demo donation, which exists only in the database. */
async function addDemoRecurringDonation() {
  const { email } = newDonorDetails();
  const [row] = await sql<[{ id: string }]>`
    insert into public.subscriptions (first_name, last_name, email, amount, is_demo, status)
    values ('Ann', 'Lee', ${email}, 25, true, 'active') returning id`;
  return { email, id: row.id, giftSession: await startDonorSession(email) };
}

const cancel = ({ id, giftSession }: { id: string; giftSession: string }) =>
  callAsDonor("POST", `/my-gifts/subscriptions/${id}/cancel`, giftSession);
const listStripeCancellations = () =>
  stripeMode.stripe.seen.filter(
    ({ method, path }) => method === "DELETE" && path.includes("subscriptions"),
  );

describe("a donor's own recurring donation", () => {
  it("is listed with its amount and next charge date", async () => {
    const { id, giftSession } = await startActiveRecurringDonation();
    const { json } = await callAsDonor("GET", "/my-gifts", giftSession);
    expect(json["monthlyGifts"]).toEqual([
      {
        id,
        amount: 25,
        status: "active",
        startedAt: expect.any(String),
        nextChargeAt: expect.any(String),
        endsAt: null,
        canceledAt: null,
        isDemo: true,
        hasBillingPortal: true,
      },
    ]);
    const [recurringDonation] = json["monthlyGifts"] as { nextChargeAt: string }[];
    const daysUntilCharge =
      (Date.parse(recurringDonation?.nextChargeAt ?? "") - Date.now()) / 86_400_000;
    expect(daysUntilCharge).toBeGreaterThan(26);
    expect(daysUntilCharge).toBeLessThan(33);
  });

  it("threat 22: is canceled in Stripe once and right away when the donor cancels it", async () => {
    const recurringDonation = await startActiveRecurringDonation();
    const { status, json } = await cancel(recurringDonation);
    expect([status, json["status"], json["nextChargeAt"]]).toEqual([200, "canceled", null]);
    expect(
      (await stripeMode.api.subscriptions.retrieve(recurringDonation.subscriptionId)).status,
    ).toBe("canceled");
    expect(await readSubscription(recurringDonation.email)).toMatchObject({
      status: "canceled",
      canceledAt: expect.any(Date),
    });

    const countBefore = listStripeCancellations().length;
    const retryResponse = await cancel(recurringDonation);
    expect([retryResponse.status, retryResponse.json]).toEqual([200, json]);
    expect(listStripeCancellations()).toHaveLength(countBefore);
    // Stripe sends an event for the cancellation, too.
    await stripeMode.stripe.settled();
    expect(await readEmailedTemplates(recurringDonation.email)).toEqual([
      "Donation Confirmation",
      "Monthly Gift Canceled",
    ]);
  });

  it("is canceled once by five simultaneous requests, with one email", async () => {
    const recurringDonation = await startActiveRecurringDonation();
    const responses = await Promise.all(Array.from({ length: 5 }, () => cancel(recurringDonation)));
    for (const { status, json } of responses) {
      expect([status, json["status"]]).toEqual([200, "canceled"]);
    }
    await stripeMode.stripe.settled();
    expect(await readEmailedTemplates(recurringDonation.email)).toEqual([
      "Donation Confirmation",
      "Monthly Gift Canceled",
    ]);
  });

  it("stays active while Stripe is unreachable", async () => {
    const recurringDonation = await startActiveRecurringDonation();
    stripeMode.stripe.fail({ kind: "error", times: 50 });
    const { status, json } = await cancel(recurringDonation);
    stripeMode.stripe.faults.clear();
    expect([status, json["code"]]).toEqual([503, "provider_unavailable"]);
    expect((await readSubscription(recurringDonation.email)).status).toBe("active");
  });

  it("is canceled when Stripe cancels it but the response is lost", async () => {
    const recurringDonation = await startActiveRecurringDonation();
    stripeMode.stripe.fail({ kind: "lost", at: "DELETE /v1/subscriptions" });
    const { status, json } = await cancel(recurringDonation);
    stripeMode.stripe.faults.clear();
    expect([status, json["status"]]).toEqual([200, "canceled"]);
  });

  it("can be managed in Stripe's billing portal, which links back to the site", async () => {
    const recurringDonation = await startActiveRecurringDonation();
    const { status, json } = await callAsDonor(
      "POST",
      "/my-gifts/portal",
      recurringDonation.giftSession,
      {
        subscriptionId: recurringDonation.id,
      },
    );
    expect(status).toBe(200);
    expect(json["url"]).toMatch(/^https:\/\/billing\.stripe\.com\//);
    const portalRequest = stripeMode.stripe.seen.findLast(({ path }) =>
      path.includes("billing_portal"),
    );
    expect(JSON.stringify(portalRequest)).toMatch(/manage-gift/);
  });
});

describe("a recurring demo donation", () => {
  it("is canceled once without Stripe", async () => {
    const recurringDonation = await addDemoRecurringDonation();
    const requestCountBefore = stripeMode.stripe.seen.length;
    const firstResponse = await cancel(recurringDonation);
    const retryResponse = await cancel(recurringDonation);
    expect([firstResponse.status, firstResponse.json["status"]]).toEqual([200, "canceled"]);
    expect(retryResponse.json).toEqual(firstResponse.json);
    expect(stripeMode.stripe.seen.length).toBe(requestCountBefore);
    expect(await readEmailedTemplates(recurringDonation.email)).toEqual(["Monthly Gift Canceled"]);
  });

  it("has no billing portal", async () => {
    const recurringDonation = await addDemoRecurringDonation();
    const { status } = await callAsDonor(
      "POST",
      "/my-gifts/portal",
      recurringDonation.giftSession,
      {
        subscriptionId: recurringDonation.id,
      },
    );
    expect(status).toBe(404);
  });
});

describe("someone else's recurring donation", () => {
  it("threat 4: returns 404 and stays active", async () => {
    const [ownDonation, otherDonation] = [
      await startActiveRecurringDonation(),
      await startActiveRecurringDonation(),
    ];
    const requestCountBefore = stripeMode.stripe.seen.length;
    for (const id of [otherDonation.id, SOME_ID]) {
      const cancelResponse = await cancel({ id, giftSession: ownDonation.giftSession });
      const portalResponse = await callAsDonor(
        "POST",
        "/my-gifts/portal",
        ownDonation.giftSession,
        {
          subscriptionId: id,
        },
      );
      expect([cancelResponse.status, portalResponse.status]).toEqual([404, 404]);
    }
    expect(stripeMode.stripe.seen.length).toBe(requestCountBefore);
    expect((await readSubscription(otherDonation.email)).status).toBe("active");
  });

  it("can't be canceled without a session", async () => {
    const { id } = await startActiveRecurringDonation();
    const { status } = await request("POST", `/api/my-gifts/subscriptions/${id}/cancel`);
    expect(status).toBe(401);
  });
});
