import type { PaymentIntentResult } from "@stripe/stripe-js";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { confirmedDonation } from "../testing/builders.ts";
import { waitForAssertion, advanceTime, stopClock } from "../testing/clock.ts";
import type { FakeResponse } from "../testing/fake-api.ts";
import { stripeScript } from "../testing/fake-stripe.ts";
import { expectLogged } from "../testing/logged-errors.ts";
import {
  DECLINED_RESULT,
  PAID_RESULT,
  savedResponse,
  stripeIntent,
  visitCheckout,
} from "../testing/stripe-checkout.ts";

const CONNECTION_ERROR_RESULT = {
  error: { type: "api_connection_error" },
} as unknown as PaymentIntentResult;

const neverResolve = () => new Promise<PaymentIntentResult>(() => undefined);

describe("checkout with Stripe", () => {
  test("DON-44, DON-46, DON-47, DON-48, DON-61: pays in Stripe's form and records Stripe's result", async () => {
    const { reachPayment, give, stripe, callsOf } = await visitCheckout([PAID_RESULT]);
    await reachPayment();
    expect(screen.getByText("Complete Your Donation")).toBeTruthy();
    expect(screen.queryByLabelText("Card number")).toBeNull();
    await give();
    expect(await screen.findByText("Thank You!")).toBeTruthy();
    expect(stripe.confirmPayment.mock.calls[0]?.[0]).toMatchObject({
      redirect: "if_required",
      confirmParams: { return_url: `${location.origin}/donate` },
    });
    const [intent] = callsOf("POST /api/create-payment-intent");
    expect(intent?.headers.get("x-form-token")).toBe("form-token");
    expect(callsOf("POST /api/create-donation")[0]?.body).toMatchObject({
      stripePaymentIntentId: "pi_1",
    });
  });

  test("DON-16, DON-58: accepts another card for the same attempt after a decline", async () => {
    const { user, reachPayment, give, callsOf, stripe } = await visitCheckout([
      DECLINED_RESULT,
      PAID_RESULT,
    ]);
    await reachPayment();
    expect(stripe.clearPayment).not.toHaveBeenCalled();
    await give();
    expect(await screen.findByText("Payment Declined")).toBeTruthy();
    expect(stripe.clearPayment).toHaveBeenCalledOnce();
    expect(screen.getByText(/You haven't been charged\./)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Try Another Card" }));
    await give();
    expect(await screen.findByText("Thank You!")).toBeTruthy();
    expect(callsOf("POST /api/create-payment-intent")).toHaveLength(1);
  });

  test("DON-57: thanks the donor if the payment succeeds but recording it fails", async () => {
    const { reachPayment, give } = await visitCheckout([PAID_RESULT], {
      "POST /api/create-donation": { status: 500 },
    });
    await reachPayment();
    await give();
    expect(await screen.findByText("Thank You!")).toBeTruthy();
    expect(screen.getByText("Payment Processed")).toBeTruthy();
    expect(screen.getByText(/updating our records/)).toBeTruthy();
    expectLogged("A successful payment could not be recorded");
  });

  test("DON-60: asks the server after a reload if the response was lost", async () => {
    const { reachPayment, give, unmount } = await visitCheckout([CONNECTION_ERROR_RESULT]);
    await reachPayment();
    await give();
    expect(await screen.findByText("Payment Error")).toBeTruthy();
    expect(screen.getByText(/you won't be charged twice/)).toBeTruthy();
    expectLogged("Payment failed at confirmation");
    unmount();
    const { callsOf } = await visitCheckout([]);
    expect(await screen.findByText("Thank You!")).toBeTruthy();
    expect(callsOf("POST /api/create-payment-intent")).toEqual([]);
  });

  test("doesn't cut off a slow confirmation, and offers to check on it", async () => {
    const { reachPayment, give, user, stripe, callsOf } = await visitCheckout(
      [],
      {},
      "/donate",
      neverResolve,
    );
    await reachPayment();
    stopClock();
    await give();
    await advanceTime(29_000);
    expect(screen.queryByRole("button", { name: "Check Again" })).toBeNull();
    await advanceTime(1000);
    expect(screen.getByText(/taking longer than usual\. You won't be charged twice/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Check Again" }));
    expect(await waitForAssertion(() => screen.getByText("Thank You!"))).toBeTruthy();
    expect(stripe.confirmPayment).toHaveBeenCalledTimes(1);
    expect(callsOf("POST /api/create-donation")[0]?.body).toMatchObject({
      stripePaymentIntentId: "pi_1",
    });
  });

  test("continues the same attempt if the server doesn't know the payment yet", async () => {
    const { reachPayment, give, user, callsOf } = await visitCheckout(
      [],
      { "POST /api/create-donation": { status: 409, body: { message: "Not finished yet." } } },
      "/donate",
      neverResolve,
    );
    await reachPayment();
    stopClock();
    await give();
    await advanceTime(30_000);
    await user.click(screen.getByRole("button", { name: "Check Again" }));
    expect(
      await waitForAssertion(() => screen.getByText("Failed to save donation record")),
    ).toBeTruthy();
    expect(screen.getByText("Not finished yet.")).toBeTruthy();
    expectLogged("Payment failed at record");
    await user.click(screen.getByRole("button", { name: "Try Another Card" }));
    expect(screen.getByRole("button", { name: "Give $50" })).toBeTruthy();
    expect(callsOf("POST /api/create-payment-intent")).toHaveLength(1);
  });

  test("DON-47: shows the outcome after a bank redirect and removes the payment from the URL", async () => {
    const returnUrl = "/donate?payment_intent=pi_9&payment_intent_client_secret=pi_9_secret_1";
    history.replaceState(null, "", returnUrl);
    const { callsOf } = await visitCheckout([], {}, returnUrl);
    expect(await screen.findByText("Thank You!")).toBeTruthy();
    expect(callsOf("POST /api/create-donation")[0]?.body).toEqual({
      stripePaymentIntentId: "pi_9",
      status: "completed",
    });
    expect(location.search).toBe("");
  });

  test("asks again about the same payment if the response after a bank redirect is late", async () => {
    const returnUrl = "/donate?payment_intent=pi_9&payment_intent_client_secret=pi_9_secret_1";
    history.replaceState(null, "", returnUrl);
    stopClock();
    const donationResponses = [new Promise<FakeResponse>(() => undefined), savedResponse];
    const { user, callsOf } = await visitCheckout(
      [],
      { "POST /api/create-donation": () => donationResponses.shift() ?? savedResponse },
      returnUrl,
    );
    await waitForAssertion(() => screen.getByText("Checking on your payment"));
    expect(screen.queryByRole("button", { name: "Continue to Payment" })).toBeNull();
    await advanceTime(30_000);
    expectLogged("Payment failed at record");
    await user.click(screen.getByRole("button", { name: "Check Again" }));
    expect(await waitForAssertion(() => screen.getByText("Thank You!"))).toBeTruthy();
    const requests = callsOf("POST /api/create-donation");
    expect(requests.map(({ body }) => body)).toEqual([
      { stripePaymentIntentId: "pi_9", status: "completed" },
      { stripePaymentIntentId: "pi_9", status: "completed" },
    ]);
  });

  test("asks about a payment with a lost response only until the server reports a decline", async () => {
    const { reachPayment, give, ...firstPage } = await visitCheckout([CONNECTION_ERROR_RESULT]);
    await reachPayment();
    await give();
    await screen.findByText("Payment Error");
    expectLogged("Payment failed at confirmation");
    firstPage.unmount();
    const reloadedPage = await visitCheckout([], { "POST /api/create-donation": { status: 402 } });
    expect(await screen.findByText("Payment Declined")).toBeTruthy();
    reloadedPage.unmount();
    const { callsOf } = await visitCheckout([]);
    expect(await screen.findByRole("button", { name: "Continue to Payment" })).toBeTruthy();
    expect(callsOf("POST /api/create-donation")).toEqual([]);
  });

  test("leaves wallets to Stripe's form once the donor has filled in the first step", async () => {
    const { reachPayment, stripe } = await visitCheckout([]);
    await reachPayment();
    expect(stripe.mountedElements.at(-1)).toMatchObject({
      type: "payment",
      options: {
        defaultValues: { billingDetails: { name: "Anna Reyes", email: "anna@example.org" } },
      },
    });
  });

  test("names the day of the next charge after a monthly gift", async () => {
    const donation = confirmedDonation({
      isDemo: false,
      isRecurring: true,
      nextChargeAt: "2027-02-28T03:00:00Z",
    });
    const { reachPayment, give } = await visitCheckout([PAID_RESULT], {
      "POST /api/create-donation": { body: { ok: true, donation } },
    });
    await reachPayment();
    await give();
    // 3:00 UTC is still the day before in the organization's time zone.
    const nextChargeDate = await screen.findByText("February 27, 2027");
    expect(nextChargeDate.parentElement?.textContent).toContain(
      "We'll charge the same amount on February 27, 2027, and then each month until you cancel.",
    );
  });

  test("reports a bank debit as pending", async () => {
    const donation = confirmedDonation({ isDemo: false, status: "pending" });
    const { reachPayment, give } = await visitCheckout([PAID_RESULT], {
      "POST /api/create-donation": { body: { ok: true, donation } },
    });
    await reachPayment();
    await give();
    expect(await screen.findByText(/should arrive in a few business days/)).toBeTruthy();
    expect(screen.queryByText(/confirmation email shortly/)).toBeNull();
  });

  test("gets new form tokens silently if the form stayed open too long or the network changed, and keeps what was typed", async () => {
    let requestCount = 0;
    const { reachPayment, callsOf } = await visitCheckout([], {
      "POST /api/create-payment-intent": () => {
        requestCount += 1;
        return requestCount > 2
          ? { body: stripeIntent }
          : { status: 403, body: { message: "No.", code: "form_token_invalid" } };
      },
    });
    await reachPayment();
    expect(screen.queryByRole("alert")).toBeNull();
    // The last one is for the next gift.
    await waitFor(() => expect(callsOf("GET /api/checkout")).toHaveLength(4));
    const keys = callsOf("POST /api/create-payment-intent").map(({ headers }) =>
      headers.get("idempotency-key"),
    );
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  test("says so if the server accepts none of three form tokens", async () => {
    const { user, callsOf } = await visitCheckout([], {
      "POST /api/create-payment-intent": {
        status: 403,
        body: { message: "This form has expired.", code: "form_token_invalid" },
      },
    });
    await user.type(await screen.findByLabelText("First name"), "Anna");
    await user.type(screen.getByLabelText("Last name"), "Reyes");
    await user.type(screen.getByLabelText("Email"), "anna@example.org");
    await user.click(screen.getByRole("button", { name: "Continue to Payment" }));
    expect((await screen.findByRole("alert")).textContent).toContain("This form has expired.");
    expect(callsOf("POST /api/create-payment-intent")).toHaveLength(3);
    expectLogged("Payment failed at intent");
  });

  test("doesn't report too many attempts as a declined card", async () => {
    const { user } = await visitCheckout([], {
      "POST /api/create-payment-intent": {
        status: 429,
        body: { message: "Too many attempts. Please wait a moment and try again." },
      },
    });
    await user.type(await screen.findByLabelText("First name"), "Anna");
    await user.type(screen.getByLabelText("Last name"), "Reyes");
    await user.type(screen.getByLabelText("Email"), "anna@example.org");
    await user.click(screen.getByRole("button", { name: "Continue to Payment" }));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Please wait a moment");
    expect(alert.textContent).toContain("You haven't been charged.");
    expect(alert.textContent).not.toMatch(/declin/i);
    expectLogged("Payment failed at intent");
  });

  test("charges nothing and offers a retry button if Stripe's script fails to load", async () => {
    const { user } = await visitCheckout([]);
    stripeScript.current = null;
    await user.type(await screen.findByLabelText("First name"), "Anna");
    await user.type(screen.getByLabelText("Last name"), "Reyes");
    await user.type(screen.getByLabelText("Email"), "anna@example.org");
    await user.click(screen.getByRole("button", { name: "Continue to Payment" }));
    expect(await screen.findByText("We couldn't load the payment form")).toBeTruthy();
    expectLogged("Stripe.js could not be loaded");
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(screen.getByLabelText<HTMLInputElement>("First name").value).toBe("Anna");
    // The wallet buttons in the first step have tried to load the script again.
    await waitFor(() => expectLogged("Stripe.js could not be loaded"));
  });

  test("gives up after 30 seconds if Stripe's script hangs", async () => {
    const { user } = await visitCheckout([]);
    // The wallet buttons have already loaded the script.
    await waitFor(() => expect(stripeScript.loadStripe).toHaveBeenCalledOnce());
    stripeScript.loadStripe.mockImplementationOnce(() => new Promise(() => undefined));
    await user.type(await screen.findByLabelText("First name"), "Anna");
    await user.type(screen.getByLabelText("Last name"), "Reyes");
    await user.type(screen.getByLabelText("Email"), "anna@example.org");
    stopClock();
    await user.click(screen.getByRole("button", { name: "Continue to Payment" }));
    await waitForAssertion(() => screen.getByText("Loading the payment form"));
    await advanceTime(30_000);
    expect(screen.getByText("We couldn't load the payment form")).toBeTruthy();
    expectLogged("Stripe.js could not be loaded");
  });
});
