import { createHmac } from "node:crypto";
import type { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSignature } from "../stripe/webhooks.ts";
import { facts, fingerprint, sql } from "./stack.ts";
import {
  startDonation,
  startStripeSubscription,
  deleteDonorData,
  readDonations,
  readEmailedTemplates,
  startStripeMode,
  countTotalDifferences,
} from "./stripe-mode.ts";
import { firstSeed, getRoundCount } from "../random.ts";

let stripeMode: Awaited<ReturnType<typeof startStripeMode>>;
beforeAll(async () => {
  stripeMode = await startStripeMode(["stripe-webhook"]);
});
afterAll(async () => {
  await stripeMode.stop();
  await deleteDonorData();
});

const postEvent = (body: string, headers: Record<string, string>) =>
  fetch(stripeMode.urls["stripe-webhook"] ?? "", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body,
  });
const getCurrentSeconds = () => Math.floor(Date.now() / 1000);

/** Holds events back, so that a test can deliver them in any order. */
async function collectEvents(work: () => unknown): Promise<Stripe.Event[]> {
  await stripeMode.stripe.settled();
  stripeMode.stripe.hold();
  await work();
  const events = stripeMode.stripe.eventQueue.heldEvents;
  stripeMode.stripe.eventQueue.heldEvents = [];
  stripeMode.stripe.hold(false);
  return events;
}

const findEvent = (events: readonly Stripe.Event[], type: string): Stripe.Event => {
  const event = events.find((candidate) => candidate.type === type);
  if (event === undefined) throw new Error(`There was no ${type}`);
  return event;
};

describe("threat 14: events that Stripe didn't sign", () => {
  it("return 400 and write nothing if the signature is missing, wrong, old or altered", async () => {
    const donation = await startDonation(stripeMode.api);
    const events = await collectEvents(() =>
      stripeMode.stripe.pay(donation.secret, "pm_card_visa"),
    );
    const body = JSON.stringify(findEvent(events, "payment_intent.succeeded"));
    const secret = "whsec_double";
    const alteredBody = body.replace('"amount":5000', '"amount":9000');
    expect(alteredBody).not.toBe(body);
    const before = await fingerprint();
    const forgeries: [string, string, string | undefined][] = [
      ["missing", body, undefined],
      ["wrong secret", body, createSignature(body, "whsec_other", getCurrentSeconds())],
      ["an empty secret", body, createSignature(body, "", getCurrentSeconds())],
      ["301 seconds old", body, createSignature(body, secret, getCurrentSeconds() - 301)],
      ["altered", alteredBody, createSignature(body, secret, getCurrentSeconds())],
      [
        "another scheme",
        body,
        createSignature(body, secret, getCurrentSeconds()).replace("v1=", "v0="),
      ],
      ["nonsense", body, "t=,v1="],
      [
        "no timestamp",
        body,
        `t=${getCurrentSeconds()},v1=${createHmac("sha256", secret).update(body).digest("hex")}`,
      ],
    ];
    for (const [name, requestBody, signature] of forgeries) {
      const response = await postEvent(
        requestBody,
        signature === undefined ? {} : { "Stripe-Signature": signature },
      );
      expect(response.status, name).toBe(400);
      expect(await response.json()).toMatchObject({ code: "signature_invalid" });
    }
    expect(await fingerprint()).toBe(before);
    console.log(`${forgeries.length} sorts of bad signatures: all 400, 0 writes`);

    const validResponse = await postEvent(body, {
      "Stripe-Signature": createSignature(body, secret, getCurrentSeconds() - 290),
    });
    expect(validResponse.status).toBe(200);
    expect(await readDonations(donation.email)).toMatchObject([{ status: "completed" }]);
  });

  it("return 503 when payments aren't in Stripe mode", async () => {
    const response = await fetch(`${facts.apiUrl}/functions/v1/stripe-webhook`, { method: "POST" });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: "payments_not_configured" });
  });
});

describe("irrelevant events", () => {
  it.each([
    [
      "a thin event",
      {
        id: "evt_thin",
        object: "v2.core.event",
        type: "v1.billing.meter.error_report_triggered",
        created: "2026-11-21T15:04:00.000Z",
        livemode: false,
        related_object: { id: "mtr_1", type: "billing.meter", url: "/v1/billing/meters/mtr_1" },
      },
    ],
    [
      "an event without data",
      { id: "evt_bare", object: "event", type: "ping", created: 1, livemode: false },
    ],
    [
      "an event with empty data",
      { id: "evt_empty", object: "event", type: "ping", created: 1, livemode: false, data: {} },
    ],
  ])("%s returns 200 and logs one line", async (_, event) => {
    const before = await fingerprint();
    const logStartIndex = stripeMode.logLines.length;
    expect(await stripeMode.stripe.deliver(event as never)).toBe(200);
    expect(await fingerprint()).toBe(before);
    await expect
      .poll(() => stripeMode.logLines.slice(logStartIndex).join(""))
      .toContain(`${event.type} ${event.id}`);
  });
});

describe("threat 15: repeated and simultaneous events", () => {
  it("50 parallel copies of one event create 1 donation and 1 email, and all return 200", async () => {
    const donation = await startDonation(stripeMode.api);
    const events = await collectEvents(() =>
      stripeMode.stripe.pay(donation.secret, "pm_card_visa"),
    );
    const event = findEvent(events, "payment_intent.succeeded");
    const statuses = await Promise.all(
      Array.from({ length: 50 }, () => stripeMode.stripe.deliver(event)),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    const donations = await readDonations(donation.email);
    const emails = await readEmailedTemplates(donation.email);
    const rows = await sql`select 1 from public.stripe_events where id = ${event.id}`;
    expect([donations.length, emails, rows.length]).toEqual([1, ["Donation Confirmation"], 1]);
    console.log(
      `50 copies: ${donations.length} donation, ${emails.length} email, ${rows.length} event`,
    );
  });

  it("50 donations completed simultaneously get 50 consecutive receipt numbers, the same in the email and the row", async () => {
    const donations = await Promise.all(
      Array.from({ length: 50 }, () => startDonation(stripeMode.api)),
    );
    const events = await collectEvents(() => {
      for (const donation of donations) stripeMode.stripe.pay(donation.secret, "pm_card_visa");
    });
    const succeededEvents = events.filter(({ type }) => type === "payment_intent.succeeded");
    const statuses = await Promise.all(
      succeededEvents.map((event) => stripeMode.stripe.deliver(event)),
    );
    // A busy database may refuse some events, which Stripe retries.
    for (const [index, status] of statuses.entries()) {
      if (status !== 200)
        expect(await stripeMode.stripe.deliver(succeededEvents[index]!)).toBe(200);
    }
    const rows = await sql<{ number: string; numberInEmail: string }[]>`
      select receipt_number as number, mail.data ->> 'receiptNumber' as "numberInEmail"
      from public.donations as donation
      join public.email_outbox as mail on mail.dedupe_key = 'receipt:' || donation.id
      where donation.id in ${sql(donations.map(({ id }) => id))} order by receipt_number`;
    expect(rows.map(({ numberInEmail }) => numberInEmail)).toEqual(
      rows.map(({ number }) => number),
    );
    const numbers = rows.map(({ number }) => Number(/^R-\d{4}-(\d{6})$/.exec(number)?.[1]));
    const [firstNumber = 0] = numbers;
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => firstNumber + index));
  });

  it("an event that fails changes nothing, returns 500 and succeeds on a retry", async () => {
    const donation = await startDonation(stripeMode.api);
    const events = await collectEvents(() =>
      stripeMode.stripe.pay(donation.secret, "pm_card_visa"),
    );
    const event = findEvent(events, "payment_intent.succeeded");
    await sql`alter table public.email_outbox rename to email_outbox_away`;
    try {
      expect(await stripeMode.stripe.deliver(event)).toBe(500);
    } finally {
      await sql`alter table public.email_outbox_away rename to email_outbox`;
    }
    expect(await readDonations(donation.email)).toMatchObject([{ status: "pending" }]);
    expect(await stripeMode.stripe.deliver(event)).toBe(200);
    expect(await readDonations(donation.email)).toMatchObject([{ status: "completed" }]);
    expect(stripeMode.logLines.join("")).not.toContain(donation.email);
  });
});

const permute = <T>(items: readonly T[]): T[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, index) =>
        permute(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
      );

/** Four events have 24 orders. `npm test` tries six of them, others in each run. */
const ORDER_COUNT = getRoundCount(6, 24);

/**
 * Delivers the same events in different orders, each event three times, with a new donation for each order, and returns
 * the distinct results.
 */
async function collectResults(
  createEvents: () => Promise<{ email: string; events: Stripe.Event[] }>,
) {
  const results = new Set<string>();
  let count = 0;
  const firstEvents = await createEvents();
  const orders = permute(firstEvents.events.map((_, index) => index));
  const step = orders.length / ORDER_COUNT;
  for (const order of orders.filter((_, index) => index % step === firstSeed % step)) {
    const { email, events } = count === 0 ? firstEvents : await createEvents();
    for (const index of [...order, ...order, ...order]) {
      expect(await stripeMode.stripe.deliver(events[index]!)).toBe(200);
    }
    const donations = await readDonations(email);
    results.add(
      JSON.stringify({
        gifts: donations.map((donation) => ({
          ...donation,
          completedAt: donation.completedAt !== null,
          chargeId: donation.chargeId !== null,
          intentId: donation.intentId !== null,
          failures: donation.failures.length,
        })),
        mails: await readEmailedTemplates(email),
      }),
    );
    count += 1;
  }
  return { outcomes: [...results].map((result) => JSON.parse(result) as unknown), count };
}

describe("threat 16: events in any order", () => {
  it("all orders of decline, charge, refund and dispute end in one state", async () => {
    const { outcomes, count } = await collectResults(async () => {
      const donation = await startDonation(stripeMode.api);
      const events = await collectEvents(async () => {
        expect(() => stripeMode.stripe.pay(donation.secret, "pm_card_chargeDeclined")).toThrow(
          "declined",
        );
        stripeMode.stripe.pay(donation.secret, "pm_card_visa");
        stripeMode.stripe.refund(donation.intentId, 2000);
        stripeMode.stripe.closeDispute(
          stripeMode.stripe.dispute(donation.intentId, 3000).id,
          false,
        );
      });
      const types = [
        "payment_intent.payment_failed",
        "payment_intent.succeeded",
        "charge.refunded",
        "charge.dispute.closed",
      ];
      return { email: donation.email, events: types.map((type) => findEvent(events, type)) };
    });
    expect(count).toBe(ORDER_COUNT);
    expect(outcomes).toEqual([
      {
        gifts: [
          {
            status: "disputed",
            amount: "50.00",
            adjustedAmount: "50.00",
            completedAt: true,
            chargeId: true,
            intentId: true,
            failures: 1,
            failureCode: null,
          },
        ],
        mails: ["Donation Confirmation", "Gift Refunded"],
      },
    ]);
    console.log(`${count} orders of 4 events, each three times: ${outcomes.length} state`);
    expect(await countTotalDifferences()).toBe(0);
  });

  it("all orders of a month's payment, charge, invoice and refund end in one state", async () => {
    const { outcomes, count } = await collectResults(async () => {
      const recurringDonation = await startStripeSubscription(stripeMode.api);
      stripeMode.stripe.pay(recurringDonation.secret, "pm_card_visa");
      await stripeMode.stripe.settled();
      stripeMode.stripe.advance(3600);
      const events = await collectEvents(() => {
        const invoice = stripeMode.stripe.nextCycle(recurringDonation.subscriptionId);
        const intentId = invoice.payments?.data[0]?.payment.payment_intent as string;
        stripeMode.stripe.refund(intentId, 500);
      });
      const types = [
        "charge.succeeded",
        "payment_intent.succeeded",
        "invoice.paid",
        "refund.created",
      ];
      return {
        email: recurringDonation.email,
        events: types.map((type) => findEvent(events, type)),
      };
    });
    expect(count).toBe(ORDER_COUNT);
    expect(outcomes).toMatchObject([
      {
        gifts: [{ status: "completed" }, { status: "partially_refunded", adjustedAmount: "5.00" }],
        mails: ["Donation Confirmation", "Donation Confirmation", "Gift Refunded"],
      },
    ]);
    console.log(`${count} orders of a month's 4 events: ${outcomes.length} state`);
  });
});
