import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { checkoutOfFile, newAddress, newDonor } from "./giving.ts";
import { donationsOf } from "./stripe-mode.ts";

const site = checkoutOfFile();

const countIntents = () => site().stripe.all("payment_intent").length;

describe("an outage at Stripe", () => {
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
    "returns 503, and a retry succeeds once (monthly: %s; %s fails or loses its response)",
    async (isRecurring, at) => {
      for (const kind of ["error", "busy", "lost"] as const) {
        const attempt = attemptOf(isRecurring);
        const intentsBefore = countIntents();
        site().stripe.fail({ kind, at, times: 20 });
        const failedResponse = await site().start(attempt);
        expect([failedResponse.status, failedResponse.json.code]).toEqual([
          503,
          "provider_unavailable",
        ]);
        site().stripe.forget();
        const { status, json } = await site().start(attempt);
        expect(status).toBe(200);
        expect(countIntents() - intentsBefore).toBe(1);
        site().stripe.pay(json.clientSecret, "pm_card_visa");
        expect((await site().record(json.paymentIntentId)).json.donation.status).toBe("completed");
        await site().stripe.settled();
        expect(await donationsOf(attempt.donor.email)).toHaveLength(1);
      }
    },
  );

  it("after the payment, reports an unknown result, and the next request returns the result", async () => {
    const { json } = await site().start();
    site().stripe.hold();
    site().stripe.pay(json.clientSecret, "pm_card_visa");
    site().stripe.fail({ kind: "error", at: "GET /v1/payment_intents", times: 3 });
    const failedResponse = await site().record(json.paymentIntentId);
    expect([failedResponse.status, failedResponse.json.code]).toEqual([
      503,
      "provider_unavailable",
    ]);
    expect((await site().record(json.paymentIntentId)).json.donation.status).toBe("completed");
    await site().stripe.deliverHeld();
    site().stripe.hold(false);
  });
});

describe("a permanent refusal", () => {
  it.each([
    [false, "POST /v1/payment_intents"],
    [true, "POST /v1/customers"],
    [true, "POST /v1/subscriptions"],
  ] as const)(
    "shows the donor an error and logs Stripe's message (monthly: %s, %s)",
    async (isRecurring, at) => {
      site().stripe.fail({ kind: "refused", at, times: 2 });
      const logStart = site().logLines.length;
      const { status, json } = await site().start({ donor: { ...newDonor(), isRecurring } });
      expect([status, json.code]).toEqual([502, "provider_refused"]);
      expect(json.message).toContain("trying again won't help");
      await expect
        .poll(() => site().logLines.slice(logStart).join(""))
        .toContain("provider_refused");
      const line = /\{.*"code":"provider_refused".*\}/.exec(
        site().logLines.slice(logStart).join(""),
      )?.[0];
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

  it("is reported on the email field if Stripe refuses the email", async () => {
    const refusal = {
      status: 400,
      code: "email_invalid",
      param: "email",
      message: "Invalid email address: ann@example.org",
    };
    site().stripe.fail({ kind: "refused", at: "POST /v1/customers", refusal });
    const { status, json } = await site().start({ donor: { ...newDonor(), isRecurring: true } });
    expect([status, json.code]).toEqual([400, "validation_failed"]);
    expect(json.issues).toEqual([
      {
        path: "donorInfo.email",
        message: "Our payment provider doesn't accept this email address. Please check it.",
      },
    ]);
  });
});

describe("the product of recurring donations", () => {
  const startMonthly = () => site().start({ donor: { ...newDonor(), isRecurring: true } });
  const startAndReadProductId = async () => {
    expect((await startMonthly()).status).toBe(200);
    return site().stripe.all("product")[0]!.id;
  };

  it("is reused after someone archived it", async () => {
    await site().api.products.update(await startAndReadProductId(), { active: false });
    site().stripe.forget();
    expect((await startMonthly()).status).toBe(200);
    expect(site().stripe.all("product")).toMatchObject([{ active: true }]);
    expect(site().stripe.seen.map(({ method, path }) => `${method} ${path}`)).not.toContain(
      "POST /v1/products",
    );
  });

  it("is looked up again after it was deleted, and one subscription starts", async () => {
    await startAndReadProductId();
    const subscriptionsBefore = site().stripe.all("subscription").length;
    const refusal = {
      status: 400,
      code: "resource_missing",
      param: "items[0][price_data][product]",
      message: "No such product",
    };
    site().stripe.fail({ kind: "refused", at: "POST /v1/subscriptions", refusal });
    expect((await startMonthly()).status).toBe(200);
    expect(site().stripe.all("subscription")).toHaveLength(subscriptionsBefore + 1);
  });
});
