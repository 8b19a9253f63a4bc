import { afterEach, describe, expect, it, vi } from "vitest";
import { anonymous } from "../_shared/caller.ts";
import type { Call } from "../_shared/http/handlers.ts";
import type { EndpointDefinition } from "../_shared/contracts/endpoint.ts";
import { AppError } from "../_shared/errors.ts";
import { createFormToken } from "./form-token.ts";
import paymentRoutes from "./routes.ts";

const environment = {
  HASH_SECRET: ["a secret of more than thirty-two letters"],
  PAYMENTS_MODE: "demo",
  DEMO_PAYMENT_DELAY_MS: 2000,
};

const submitDonation = (email: string) => {
  // The pending donation, which every statement returns.
  const donation = { id: "1", firstName: "Anna", amount: 50, status: "pending", email };
  const response = paymentRoutes.handlers.createDonation({
    body: { stripePaymentIntentId: "pi_demo_1" },
    caller: anonymous,
    headers: new Headers(),
    services: { environment, database: { as: () => Promise.resolve(donation) } },
  } as unknown as Call<EndpointDefinition>);
  const onSettled = vi.fn<(value: unknown) => void>();
  void response?.then(onSettled, onSettled);
  return onSettled;
};

afterEach(() => void vi.useRealTimers());

describe("DON-11: a simulated payment", () => {
  it.each(["anna+approved@example.org", "anna+declined@example.org"])(
    "takes the configured time for %s",
    async (email) => {
      vi.useFakeTimers();
      const onSettled = submitDonation(email);
      await vi.advanceTimersByTimeAsync(1999);
      expect(vi.getTimerCount()).toBe(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(vi.getTimerCount()).toBe(0);
      vi.useRealTimers();
      await vi.waitFor(() => expect(onSettled).toHaveBeenCalledOnce());
    },
  );
});

it.each([
  ["demo", "smtp", false],
  ["stripe in test mode", "smtp", false],
  ["stripe", "smtp", true],
  ["stripe", undefined, false],
  ["demo", "log", true],
])(
  "threat 63: the checkout for %s with email by %s promises a receipt: %s",
  async (mode, transport, isPromised) => {
    const response = await paymentRoutes.handlers.openCheckout({
      address: "203.0.113.9",
      services: {
        environment: {
          ...environment,
          PAYMENTS_MODE: mode === "demo" ? "demo" : "stripe",
          MAIL_TRANSPORT: transport,
        },
        stripe: { isConfigured: true, isLive: mode === "stripe" },
      },
    } as unknown as Call<EndpointDefinition>);
    expect(response).toMatchObject({ sendsReceipts: isPromised });
  },
);

describe("starting a donation", () => {
  const startDonation = async (
    changes: { mode?: string; isConfigured?: boolean; token?: string; body?: object } = {},
  ) => {
    const checkCaptcha = vi.fn(() => Promise.reject(new AppError("captcha_failed")));
    const runTransaction = vi.fn<() => Promise<never>>();
    const response = paymentRoutes.handlers.createPaymentIntent({
      address: "203.0.113.9",
      body: { amount: "50", donorInfo: {}, captchaToken: "solved", ...changes.body },
      headers: new Headers({ "X-Form-Token": changes.token ?? "" }),
      services: {
        environment: { ...environment, PAYMENTS_MODE: changes.mode ?? "demo" },
        stripe: { isConfigured: changes.isConfigured ?? true },
        checkCaptcha,
        database: { as: runTransaction },
      },
    } as unknown as Call<EndpointDefinition>);
    const code = await response?.catch((error: unknown) => (error as AppError).code);
    expect(runTransaction).not.toHaveBeenCalled();
    return { code, captchaCalls: checkCaptcha.mock.calls };
  };
  const createValidToken = async () =>
    (await createFormToken(environment.HASH_SECRET[0]!, Date.now() - 5000, "203.0.113.9"))
      .formToken;

  it("threat 23: requires a configured captcha, which is checked with the visitor's IP address", async () => {
    expect(await startDonation()).toEqual({
      code: "captcha_failed",
      captchaCalls: [["solved", "203.0.113.9"]],
    });
    const stripeResult = await startDonation({ mode: "stripe", token: await createValidToken() });
    expect(stripeResult.code).toBe("captcha_failed");
  });

  it("threat 23: doesn't consume the captcha token if the form token is invalid", async () => {
    expect(await startDonation({ mode: "stripe" })).toEqual({
      code: "form_token_invalid",
      captchaCalls: [],
    });
  });

  it("reports that payments aren't configured if Stripe's keys are missing", async () => {
    const { code } = await startDonation({
      mode: "stripe",
      isConfigured: false,
      token: await createValidToken(),
    });
    expect(code).toBe("payments_not_configured");
  });

  it("DON-51: rejects card data before anything else", async () => {
    const { code } = await startDonation({
      mode: "stripe",
      body: { paymentMethod: {}, website: "x" },
    });
    expect(code).toBe("card_data_not_accepted");
  });
});
