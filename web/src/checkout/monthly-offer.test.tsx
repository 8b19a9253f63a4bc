import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { checkoutTerms, homeData, paymentIntent, confirmedDonation } from "../testing/builders.ts";
import { fakeApi, type FakeResponse } from "../testing/fake-api.ts";
import { fakeStripe, stripeScript } from "../testing/fake-stripe.ts";
import { renderApp, renderInApp } from "../testing/render-app.tsx";
import { MonthlyOffer } from "./monthly-offer.tsx";

const KEEP_CARD_LABEL = /^Let Stripe save my card/;

const visitCheckout = (options: { token?: string; status?: "completed" | "pending" } = {}) => {
  const paidResult = { paymentIntent: { status: "succeeded" } };
  stripeScript.current = fakeStripe(async () => paidResult as never);
  const startResponses: FakeResponse[] = [
    { status: 503, body: { code: "provider_unavailable", message: "Try again in a moment." } },
    { body: { amount: 25, nextChargeAt: "2026-12-24T18:00:00Z" } },
  ];
  const { token = null, status = "completed" } = options;
  const api = fakeApi({
    "GET /api/home": { body: homeData({ paymentProvider: "stripe" }) },
    "GET /api/checkout": {
      body: checkoutTerms({ provider: "stripe", publishableKey: "pk_live_1" }),
    },
    "POST /api/create-payment-intent": {
      body: paymentIntent({ provider: "stripe", monthlyOfferToken: token }),
    },
    "POST /api/create-donation": {
      body: { ok: true, donation: confirmedDonation({ isDemo: false, status }) },
    },
    "POST /api/recurring-donations": () => startResponses.shift() ?? { status: 500 },
  });
  return { ...api, ...renderApp("/donate") };
};

const give = async ({ user }: ReturnType<typeof visitCheckout>, keepsCard: boolean) => {
  await user.type(await screen.findByLabelText("First name"), "Anna");
  await user.type(screen.getByLabelText("Last name"), "Reyes");
  await user.type(screen.getByLabelText("Email"), "anna@example.org");
  const checkbox = screen.getByRole<HTMLInputElement>("checkbox", { name: KEEP_CARD_LABEL });
  expect(checkbox.checked).toBe(false);
  if (keepsCard) await user.click(checkbox);
  await user.click(screen.getByRole("button", { name: "Continue to Payment" }));
  const giveButton = await screen.findByRole("button", { name: "Give $50" });
  await waitFor(() => expect(giveButton.hasAttribute("disabled")).toBe(false));
  await user.click(giveButton);
  await screen.findByText("Thank You!");
};

test("a donor who let Stripe keep the card starts a monthly gift with one click, even after a failure", async () => {
  const visit = visitCheckout({ token: "attempt.signature" });
  await give(visit, true);
  expect(visit.callsOf("POST /api/create-payment-intent")[0]?.body).toMatchObject({
    donorInfo: { keepsCard: true },
  });
  expect(screen.getByText(/^A monthly gift of \$50 fills one box every month\./)).toBeTruthy();
  const button = screen.getByRole("button", { name: "Give $50 monthly" });
  await visit.user.click(button);
  expect(await screen.findByText("Try again in a moment.")).toBeTruthy();
  await visit.user.click(button);
  const outcome = await screen.findByText(/^Thank you\. We'll charge \$25 on/);
  expect(outcome.textContent).toContain("December 24, 2026, and then each month until you cancel.");
  expect(document.activeElement).toBe(outcome);
  expect(screen.queryByRole("button", { name: "Give $50 monthly" })).toBeNull();
  expect(visit.callsOf("POST /api/recurring-donations").map(({ body }) => body)).toEqual([
    { monthlyOfferToken: "attempt.signature", amount: 50 },
    { monthlyOfferToken: "attempt.signature", amount: 50 },
  ]);
});

test("a donor who didn't let Stripe keep the card isn't offered a monthly gift", async () => {
  const visit = visitCheckout();
  await give(visit, false);
  const [call] = visit.callsOf("POST /api/create-payment-intent");
  expect(call?.body).not.toMatchObject({ donorInfo: { keepsCard: expect.anything() } });
  expect(screen.queryByText("Send one every month?")).toBeNull();
});

test("the monthly gift on offer is never more than the gift without the fee", async () => {
  fakeApi({ "GET /api/home": { body: homeData() } });
  renderInApp(<MonthlyOffer donation={{ amount: 21, feeCovered: 1.5 }} token="t" />);
  expect(await screen.findByRole("button", { name: "Give $19 monthly" })).toBeTruthy();
});

test("no monthly gift is offered while a bank debit is on its way", async () => {
  const visit = visitCheckout({ token: "attempt.signature", status: "pending" });
  await give(visit, true);
  expect(screen.queryByText("Send one every month?")).toBeNull();
});

test("a monthly gift has no checkbox for keeping the card", async () => {
  const { user } = visitCheckout();
  await user.click((await screen.findAllByRole("radio", { name: /Monthly/ }))[0]!);
  expect(screen.queryByRole("checkbox", { name: KEEP_CARD_LABEL })).toBeNull();
});
