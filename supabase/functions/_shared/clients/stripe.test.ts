import { inspect } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { OTHER_REFUSALS, PLATFORM_REFUSALS, toResponse } from "../../../tests/platform-refusals.ts";
import { StripeDouble } from "../../../tests/stripe/stripe-double.ts";
import type { StripeFault } from "../../../tests/stripe/faults.ts";
import { AppError } from "../errors.ts";
import { createStripeAccount, getStripeErrorCode, convertStripeError } from "./stripe.ts";

let double: StripeDouble;
beforeAll(async () => {
  double = await StripeDouble.start();
});
afterAll(() => double.stop());
beforeEach(() => double.forget());

const createAccount = (changes: Record<string, string | undefined> = {}) =>
  createStripeAccount({
    ...(double.environment() as unknown as Parameters<typeof createStripeAccount>[0]),
    ...changes,
  });

const createPayment = (account = createAccount(), amount = 5000, idempotencyKey?: string) =>
  account.callApi((stripe) =>
    stripe.paymentIntents.create(
      { amount, currency: "usd" },
      idempotencyKey === undefined ? {} : { idempotencyKey },
    ),
  );

const catchFailure = async (promise: Promise<unknown>): Promise<AppError> => {
  const error: unknown = await promise.then(
    () => new Error("succeeded"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
};

describe("the Stripe account", () => {
  it("uses the configured URL and our API version", async () => {
    expect(await createPayment()).toMatchObject({ amount: 5000, livemode: false });
    expect(double.seen).toMatchObject([
      { version: "2026-10-28.endive", path: "/v1/payment_intents" },
    ]);
  });

  it("is live if its key is live", () => {
    expect(createAccount().isLive).toBe(false);
    expect(createAccount(double.environment("live")).isLive).toBe(true);
    expect(createAccount({ STRIPE_SECRET_KEY: "rk_live_1" }).isLive).toBe(true);
    expect(createAccount({ STRIPE_SECRET_KEY: "sk_test_live_1" }).isLive).toBe(false);
  });

  it.each([
    [{ PAYMENTS_MODE: undefined }],
    [{ PAYMENTS_MODE: "demo" }],
    [{ STRIPE_SECRET_KEY: undefined }],
    [{ STRIPE_PUBLISHABLE_KEY: undefined }],
  ])("is unavailable with %o", async (changes) => {
    expect((await catchFailure(createPayment(createAccount(changes)))).code).toBe(
      "payments_not_configured",
    );
    expect(double.seen).toEqual([]);
  });

  it("lists the missing Stripe settings without revealing any values", () => {
    expect(createAccount().problem).toBeUndefined();
    expect(createAccount({ STRIPE_WEBHOOK_SECRET: undefined }).problem).toContain(
      "STRIPE_WEBHOOK_SECRET is not set",
    );
    const mixedKeysProblem = createAccount({ STRIPE_PUBLISHABLE_KEY: "pk_live_double" }).problem;
    expect(mixedKeysProblem).toContain("are for different modes");
    expect(mixedKeysProblem).not.toContain("double");
    expect(createAccount({ PAYMENTS_MODE: "demo", STRIPE_SECRET_KEY: undefined }).problem).toBe(
      undefined,
    );
  });
});

describe("a Stripe failure", () => {
  it.each<[string, StripeFault]>([
    ["an outage", { kind: "error", times: 3 }],
    ["too many requests", { kind: "busy", times: 3 }],
    ["a broken connection", { kind: "reset", times: 4 }],
  ])("becomes a retryable 503 on %s", async (_, fault) => {
    double.fail(fault);
    const { status, code } = await catchFailure(createPayment());
    expect([status, code]).toEqual([503, "provider_unavailable"]);
  });

  it("is retried with the same idempotency key if temporary", async () => {
    double.fail({ kind: "lost" });
    const earlierCount = double.all("payment_intent").length;
    await createPayment();
    expect(double.all("payment_intent")).toHaveLength(earlierCount + 1);
    expect(new Set(double.seen.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });

  it.each([...PLATFORM_REFUSALS, ...OTHER_REFUSALS])(
    "becomes 503, and never a decline, if something answers in Stripe's place: $name ($status)",
    async (refusal) => {
      vi.stubGlobal("fetch", () => Promise.resolve(toResponse(refusal)));
      const paymentPromise = createAccount().callApi((stripe) =>
        stripe.paymentIntents.create({ amount: 5000, currency: "usd" }, { maxNetworkRetries: 0 }),
      );
      const { status, code } = await catchFailure(paymentPromise);
      expect([status, code]).toEqual([503, "provider_unavailable"]);
    },
  );

  it("becomes 502, without a retry, for a bad key", async () => {
    const { status, code } = await catchFailure(
      createPayment(createAccount({ STRIPE_SECRET_KEY: "sk_test_wrong" })),
    );
    expect([status, code]).toEqual([502, "provider_refused"]);
  });

  it("becomes a conflict if one idempotency key is used for two amounts", async () => {
    await createPayment(createAccount(), 5000, "attempt-1");
    const { status, code } = await catchFailure(createPayment(createAccount(), 5100, "attempt-1"));
    expect([status, code]).toEqual([409, "attempt_conflict"]);
  });

  it("DON-58, DON-59: becomes 402 for a declined card, with our message for a generic decline and Stripe's message for any other", () => {
    const cardError = (code: string, message: string) =>
      convertStripeError(Object.assign(new Error(message), { type: "StripeCardError", code }));
    expect(cardError("card_declined", "Your card was declined.")).toMatchObject({
      code: "card_declined",
      status: 402,
      message: "Your card was declined. Please try another card or payment method.",
    });
    expect(cardError("expired_card", "Your card has expired.")).toMatchObject({
      code: "card_declined",
      message: "Your card has expired.",
    });
  });

  it("is logged with its codes only, because Stripe's message quotes input", async () => {
    const error = await catchFailure(
      createAccount().callApi((stripe) => stripe.customers.retrieve("anna@example.org")),
    );
    expect(getStripeErrorCode(error)).toBe("resource_missing");
    const loggedText = inspect(error, { depth: null });
    expect(loggedText).toContain("StripeInvalidRequestError resource_missing id 404 req_");
    expect(loggedText).not.toMatch(/anna|sk_test|No such/);
  });
});
