import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { setUpCheckout, newAddress, newDonorInfo } from "./checkout.ts";
import { readDonations } from "./stripe-mode.ts";

const site = setUpCheckout();

const countIntents = () => site().stripe.all("payment_intent").length;

describe("an outage at Stripe", () => {
  const newStartOptions = (isRecurring: boolean) => ({
    attemptId: randomUUID(),
    donor: { ...newDonorInfo(), isRecurring },
    address: newAddress(),
  });

  it.each([
    [false, "POST /v1/payment_intents"],
    [true, "POST /v1/customers"],
    [true, "POST /v1/subscriptions"],
  ] as const)(
    "returns 503, and a retry succeeds once (monthly: %s; %s fails or loses its response)",
    async (isRecurring, failingRequest) => {
      for (const kind of ["error", "busy", "lost"] as const) {
        const startOptions = newStartOptions(isRecurring);
        const intentCountBefore = countIntents();
        site().stripe.fail({ kind, at: failingRequest, times: 20 });
        const failedResponse = await site().start(startOptions);
        expect([failedResponse.status, failedResponse.json.code]).toEqual([
          503,
          "provider_unavailable",
        ]);
        site().stripe.forget();
        const { status, json } = await site().start(startOptions);
        expect(status).toBe(200);
        expect(countIntents() - intentCountBefore).toBe(1);
        site().stripe.pay(json.clientSecret, "pm_card_visa");
        expect((await site().record(json.paymentIntentId)).json.donation.status).toBe("completed");
        await site().stripe.settled();
        expect(await readDonations(startOptions.donor.email)).toHaveLength(1);
      }
    },
  );

  it("returns 503 after the payment, and the next request returns the payment's result", async () => {
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
    async (isRecurring, failingRequest) => {
      site().stripe.fail({ kind: "refused", at: failingRequest, times: 2 });
      const logStartIndex = site().logLines.length;
      const { status, json } = await site().start({ donor: { ...newDonorInfo(), isRecurring } });
      expect([status, json.code]).toEqual([502, "provider_refused"]);
      expect(json.message).toContain("trying again won't help");
      await expect
        .poll(() => site().logLines.slice(logStartIndex).join(""))
        .toContain("provider_refused");
      const logLine = /\{.*"code":"provider_refused".*\}/.exec(
        site().logLines.slice(logStartIndex).join(""),
      )?.[0];
      expect(JSON.parse(logLine ?? "")).toMatchObject({
        provider: {
          type: "StripePermissionError",
          status: 403,
          permission: "rak_double_read",
          requestId: expect.stringMatching(/^req_/),
        },
      });
      expect(logLine).not.toContain("sqlState");
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
    const { status, json } = await site().start({
      donor: { ...newDonorInfo(), isRecurring: true },
    });
    expect([status, json.code]).toEqual([400, "validation_failed"]);
    expect(json.issues).toEqual([
      {
        path: "donorInfo.email",
        message: "Our payment provider doesn't accept this email address. Check it for typos.",
      },
    ]);
  });
});

describe("the product of recurring donations", () => {
  const startMonthlyDonation = () =>
    site().start({ donor: { ...newDonorInfo(), isRecurring: true } });
  const startAndReadProductId = async () => {
    expect((await startMonthlyDonation()).status).toBe(200);
    return site().stripe.all("product")[0]!.id;
  };

  it("is reused after someone archived it", async () => {
    await site().api.products.update(await startAndReadProductId(), { active: false });
    site().stripe.forget();
    expect((await startMonthlyDonation()).status).toBe(200);
    expect(site().stripe.all("product")).toMatchObject([{ active: true }]);
    expect(site().stripe.seen.map(({ method, path }) => `${method} ${path}`)).not.toContain(
      "POST /v1/products",
    );
  });

  it("is looked up again after it was deleted, and one subscription starts", async () => {
    await startAndReadProductId();
    const subscriptionCountBefore = site().stripe.all("subscription").length;
    const refusal = {
      status: 400,
      code: "resource_missing",
      param: "items[0][price_data][product]",
      message: "No such product",
    };
    site().stripe.fail({ kind: "refused", at: "POST /v1/subscriptions", refusal });
    expect((await startMonthlyDonation()).status).toBe(200);
    expect(site().stripe.all("subscription")).toHaveLength(subscriptionCountBefore + 1);
  });
});
