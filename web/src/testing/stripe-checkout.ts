import type { PaymentIntentResult } from "@stripe/stripe-js";
import { screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { checkoutTerms, homeData, paymentIntent, confirmedDonation } from "./builders.ts";
import { fakeApi, type FakeResponse } from "./fake-api.ts";
import { fakeStripe, stripeScript } from "./fake-stripe.ts";
import { renderApp } from "./render-app.tsx";

export const PAID_RESULT = { paymentIntent: { status: "succeeded" } } as PaymentIntentResult;
export const DECLINED_RESULT = {
  error: { type: "card_error", code: "card_declined", message: "No." },
} as unknown as PaymentIntentResult;
const stripeTerms = checkoutTerms({ provider: "stripe", publishableKey: "pk_live_1" });
export const stripeIntent = paymentIntent({
  clientSecret: "pi_1_secret_2",
  paymentIntentId: "pi_1",
  provider: "stripe",
});
export const savedResponse: FakeResponse = {
  body: { ok: true, donation: confirmedDonation({ isDemo: false }) },
};

/**
 * Opens a page with a checkout. Stripe confirms its payments with the given results. `wallets` are the ones that the
 * device supports.
 */
export const visitCheckout = async (
  results: readonly PaymentIntentResult[],
  overrides: Parameters<typeof fakeApi>[0] = {},
  route = "/donate",
  lastResult: () => Promise<PaymentIntentResult> = () => Promise.resolve(PAID_RESULT),
  wallets?: object,
) => {
  const remainingResults = [...results];
  const stripe = fakeStripe(async () => remainingResults.shift() ?? lastResult(), wallets);
  stripeScript.current = stripe;
  const api = fakeApi({
    "GET /api/home": { body: homeData({ paymentProvider: "stripe" }) },
    "GET /api/checkout": { body: stripeTerms },
    "POST /api/create-payment-intent": { body: stripeIntent },
    "POST /api/create-donation": savedResponse,
    ...overrides,
  });
  const view = renderApp(route);
  const reachPayment = async () => {
    await view.user.type(await screen.findByLabelText("First name"), "Anna");
    await view.user.type(screen.getByLabelText("Last name"), "Reyes");
    await view.user.type(screen.getByLabelText("Email"), "anna@example.org");
    await view.user.click(screen.getByRole("button", { name: "Continue to Payment" }));
    const giveButton = await screen.findByRole("button", { name: "Give $50" });
    await waitFor(() => expect(giveButton.hasAttribute("disabled")).toBe(false));
  };
  const give = () => view.user.click(screen.getByRole("button", { name: "Give $50" }));
  return { ...api, ...view, stripe, reachPayment, give };
};
