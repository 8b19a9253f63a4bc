import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { logins } from "../demo-logins.ts";
import { backdateSession, clearRateLimits, signIn, signInAdmin, SOME_ID, sql } from "./stack.ts";
import {
  deleteDonorData,
  newDonorDetails,
  startStripeSubscription,
  startStripeMode,
  readEmailedTemplates,
} from "./stripe-mode.ts";

let stripeMode: Awaited<ReturnType<typeof startStripeMode>>;
let token = "";
let adminName = "";
beforeAll(async () => {
  stripeMode = await startStripeMode(["api", "stripe-webhook"]);
  const admin = await signInAdmin();
  token = admin.token;
  const [row] = await sql<[{ username: string }]>`
    select username from public.users where id = ${admin.id}`;
  adminName = row.username;
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await stripeMode.stop();
  await deleteDonorData();
});

async function call(method: string, path: string, body?: object, callerToken = token) {
  const response = await fetch(`${stripeMode.urls["api"]}${path}`, {
    method,
    headers: {
      "Content-Type": "application/json",
      ...(callerToken === "" ? {} : { Authorization: `Bearer ${callerToken}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

const REASON = "She asked us on the phone";
const cancel = (id: string, reason: string = REASON, callerToken = token) =>
  call("POST", `/recurring-donations/${id}/cancel`, { reason }, callerToken);
const sendCardLink = (id: string, callerToken = token) =>
  call("POST", `/recurring-donations/${id}/card-link`, undefined, callerToken);

interface StoredCancellation {
  readonly status: string;
  readonly cancelReason: string | null;
  readonly canceledBy: string | null;
}

async function readCancellation(id: string) {
  const [row] = await sql<[StoredCancellation]>`
    select status, cancel_reason as "cancelReason", canceled_by as "canceledBy"
    from public.subscriptions where id = ${id}`;
  return row;
}

async function startActiveDonation() {
  const startedSubscription = await startStripeSubscription(stripeMode.api);
  stripeMode.stripe.pay(startedSubscription.secret, "pm_card_visa");
  await stripeMode.stripe.settled();
  const [row] = await sql<[{ id: string; donorId: string }]>`
    select id, donor_id as "donorId" from public.subscriptions where email = ${startedSubscription.email}`;
  return { ...startedSubscription, ...row };
}

/** Adds a recurring demo donation, which exists only in the database. */
async function addDemoRecurringDonation() {
  const { email } = newDonorDetails();
  const [row] = await sql<[{ id: string; donorId: string }]>`
    insert into public.subscriptions (first_name, last_name, email, amount, is_demo, status)
    values ('Ann', 'Lee', ${email}, 25, true, 'active') returning id, donor_id as "donorId"`;
  return { email, ...row };
}

const listDonorsRecurringDonations = async (donorId: string) => {
  const { json } = await call("GET", `/donors/${donorId}`);
  return json["recurringDonations"] as Record<string, unknown>[];
};

const readCardLinks = (email: string) => sql<{ toEmail: string }[]>`
  select to_email as "toEmail" from public.email_outbox
  where template_name = 'Gift Link' and to_email = ${email}`;

/** The message of the response to a cancellation that changes nothing. */
const ALREADY_CANCELED = "This monthly gift is already canceled.";

describe("canceling a donor's recurring donation", () => {
  it("is denied to everyone but administrators, and so is emailing a card link", async () => {
    const { id, email } = await startActiveDonation();
    const volunteer = await signIn(logins.volunteer.email, logins.volunteer.password);
    const expiredAdmin = await signInAdmin();
    await backdateSession(expiredAdmin.token, "8 hours 1 minute");
    const statuses = await Promise.all(
      ["", volunteer.token, expiredAdmin.token].map(async (callerToken) => [
        (await cancel(id, REASON, callerToken)).status,
        (await sendCardLink(id, callerToken)).status,
      ]),
    );
    expect(statuses).toEqual([
      [401, 401],
      [403, 403],
      [401, 401],
    ]);
    expect(await readCancellation(id)).toEqual({
      status: "active",
      cancelReason: null,
      canceledBy: null,
    });
    expect(await readCardLinks(email)).toEqual([]);
  });

  it("ends it in Stripe, keeps who canceled it and why after Stripe's event, and emails the donor once", async () => {
    const { id, donorId, email, subscriptionId } = await startActiveDonation();
    const { status, json } = await cancel(id);
    const cancellation = { status: "canceled", cancelReason: REASON, canceledBy: adminName };
    expect([status, json]).toEqual([200, expect.objectContaining(cancellation)]);
    expect((await stripeMode.api.subscriptions.retrieve(subscriptionId)).status).toBe("canceled");
    await stripeMode.stripe.settled();
    expect(await readCancellation(id)).toEqual(cancellation);
    expect(await listDonorsRecurringDonations(donorId)).toMatchObject([cancellation]);
    expect(await readEmailedTemplates(email)).toEqual([
      "Donation Confirmation",
      "Monthly Gift Canceled",
    ]);

    const retryResponse = await cancel(id);
    expect(retryResponse).toEqual({ status: 200, json });
    const changedReasonResponse = await cancel(id, "Something else");
    expect([changedReasonResponse.status, changedReasonResponse.json["message"]]).toEqual([
      409,
      ALREADY_CANCELED,
    ]);
    expect(await readCancellation(id)).toEqual(cancellation);
  });

  it("ends it once for five simultaneous requests", async () => {
    const { id, email } = await startActiveDonation();
    const responses = await Promise.all(Array.from({ length: 5 }, () => cancel(id)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await stripeMode.stripe.settled();
    expect((await readEmailedTemplates(email)).slice(1)).toEqual(["Monthly Gift Canceled"]);
  });

  it("doesn't change it while Stripe is unreachable, and a retry with another reason cancels it", async () => {
    const { id, donorId } = await startActiveDonation();
    stripeMode.stripe.fail({ kind: "error", times: 50 });
    const failedResponse = await cancel(id, "Typed in vain");
    stripeMode.stripe.faults.clear();
    expect([failedResponse.status, failedResponse.json["code"]]).toEqual([
      503,
      "provider_unavailable",
    ]);
    expect(await listDonorsRecurringDonations(donorId)).toMatchObject([
      { status: "active", cancelReason: null, canceledBy: null },
    ]);
    expect((await cancel(id)).json).toMatchObject({ status: "canceled", cancelReason: REASON });
  });

  it("keeps the reason if every response of Stripe is lost and only the event arrives", async () => {
    const { id, subscriptionId } = await startActiveDonation();
    stripeMode.stripe.fail({ kind: "error", times: 50 });
    const failedResponse = await cancel(id);
    stripeMode.stripe.faults.clear();
    expect(failedResponse.status).toBe(503);
    await stripeMode.api.subscriptions.cancel(subscriptionId);
    await stripeMode.stripe.settled();
    const cancellation = { status: "canceled", cancelReason: REASON, canceledBy: adminName };
    expect(await readCancellation(id)).toEqual(cancellation);
    expect((await cancel(id)).json).toMatchObject(cancellation);
  });

  it("doesn't show an old request as the reason for a later cancellation", async () => {
    const { id, subscriptionId } = await startActiveDonation();
    stripeMode.stripe.fail({ kind: "error", times: 50 });
    await cancel(id);
    stripeMode.stripe.faults.clear();
    await sql`
      update public.subscriptions set cancel_requested_at = cancel_requested_at - interval '2 hours' where id = ${id}`;
    await stripeMode.api.subscriptions.cancel(subscriptionId);
    await stripeMode.stripe.settled();
    const cancellation = { status: "canceled", cancelReason: null, canceledBy: null };
    expect(await readCancellation(id)).toEqual(cancellation);
    const laterResponse = await cancel(id);
    expect([laterResponse.status, laterResponse.json["message"]]).toEqual([409, ALREADY_CANCELED]);
    expect(await readCancellation(id)).toEqual(cancellation);
  });

  it("ends a demo donation without Stripe", async () => {
    const { id, email } = await addDemoRecurringDonation();
    const requestCountBefore = stripeMode.stripe.seen.length;
    expect((await cancel(id)).json).toMatchObject({ status: "canceled", cancelReason: REASON });
    expect(stripeMode.stripe.seen.length).toBe(requestCountBefore);
    expect(await readEmailedTemplates(email)).toEqual(["Monthly Gift Canceled"]);
  });

  it.each([[""], ["  "], ["x".repeat(501)], ["two\nlines"]])(
    "refuses the reason %j",
    async (reason) => {
      const { id } = await addDemoRecurringDonation();
      const { status, json } = await cancel(id, reason);
      expect([status, json["issues"]]).toEqual([
        400,
        [expect.objectContaining({ path: "reason" })],
      ]);
      expect((await readCancellation(id)).status).toBe("active");
    },
  );

  it("accepts 500 characters", async () => {
    const { id } = await addDemoRecurringDonation();
    const reason = "x".repeat(500);
    expect((await cancel(id, reason)).json).toMatchObject({ cancelReason: reason });
  });

  it("returns 404 for one that doesn't exist or was never paid", async () => {
    const unpaidSubscription = await startStripeSubscription(stripeMode.api);
    const [row] = await sql<[{ id: string }]>`
      select id from public.subscriptions where email = ${unpaidSubscription.email}`;
    for (const id of [SOME_ID, row.id]) {
      expect([(await cancel(id)).status, (await sendCardLink(id)).status]).toEqual([404, 404]);
    }
  });
});

describe("emailing a link to change the card", () => {
  it("sends one link to the donor's corrected address, no matter how often the button is pressed", async () => {
    const { id, donorId, email } = await startActiveDonation();
    const correctedEmail = `corrected.${randomUUID()}@stripe-mode.example.org`;
    await sql`update public.donors set email = ${correctedEmail} where id = ${donorId}`;
    const { status, json } = await sendCardLink(id);
    expect([status, json]).toEqual([
      200,
      { message: `A link to change the card is on its way to ${correctedEmail}.` },
    ]);
    expect((await sendCardLink(id)).status).toBe(200);
    expect(await readCardLinks(correctedEmail)).toHaveLength(1);
    expect(await readCardLinks(email)).toEqual([]);
  });

  it("is refused if the donor has no address, even if the recurring donation has one", async () => {
    const { id, donorId, email } = await startActiveDonation();
    await sql`update public.donors set email = null where id = ${donorId}`;
    expect((await sendCardLink(id)).status).toBe(409);
    expect(await readCardLinks(email)).toHaveLength(0);
  });

  it("is refused if the address leads to another donor", async () => {
    const [first, second] = [await startActiveDonation(), await startActiveDonation()];
    await sql`update public.donors set email = null where id = ${first.donorId}`;
    await sql`
      update public.donor_emails set donor_id = ${second.donorId} where email_key = ${first.email}`;
    expect((await sendCardLink(first.id)).status).toBe(409);
    expect(await readCardLinks(first.email)).toEqual([]);
  });

  it("is limited to three an hour for each donor", async () => {
    const { id, email } = await startActiveDonation();
    const statuses = [];
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      statuses.push((await sendCardLink(id)).status);
      // Marks the link as opened, so that the next request sends another link.
      await sql`update public.donor_links set used_at = now() where email_key = ${email}`;
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(await readCardLinks(email)).toHaveLength(3);
    const otherDonation = await startActiveDonation();
    expect((await sendCardLink(otherDonation.id)).status).toBe(200);
  });

  it("is refused without a card: for a demo donation, and after the recurring donation has ended", async () => {
    const demoDonation = await addDemoRecurringDonation();
    const endedDonation = await startActiveDonation();
    await cancel(endedDonation.id);
    for (const { id, email } of [demoDonation, endedDonation]) {
      const { status, json } = await sendCardLink(id);
      expect([status, json["message"]]).toEqual([
        409,
        "This monthly gift has no card to change. It may be canceled or a demo.",
      ]);
      expect(await readCardLinks(email)).toEqual([]);
    }
  });
});
