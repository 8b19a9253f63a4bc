import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { FakeElement } from "../testing/fake-stripe.ts";
import { expectLogged } from "../testing/logged-errors.ts";
import { HONEYPOT_ERROR } from "../ui/fields/honeypot.tsx";
import { DECLINED_RESULT, PAID_RESULT, visitCheckout } from "../testing/stripe-checkout.ts";

const APPLE_PAY = { applePay: true, googlePay: false };
const BILLING_DETAILS = { name: "Anna Maria Reyes", email: "anna@example.org" };

type Overrides = NonNullable<Parameters<typeof visitCheckout>[1]>;

const visitWithWallet = async (result = PAID_RESULT, overrides: Overrides = {}, search = "") => {
  const checkout = await visitCheckout(
    [result],
    overrides,
    `/donate${search}`,
    undefined,
    APPLE_PAY,
  );
  const { stripe } = checkout;
  const wallet = await waitFor((): FakeElement => {
    const [element] = stripe.mountedElements;
    if (element?.type !== "expressCheckout") throw new Error("No wallets are mounted.");
    return element;
  });
  const open = () => {
    const answer = { resolve: vi.fn(), reject: vi.fn() };
    act(() => wallet.emit("click", answer));
    return answer;
  };
  const confirm = (billingDetails: object | null = BILLING_DETAILS) => {
    const paymentFailed = vi.fn();
    act(() => wallet.emit("confirm", { billingDetails, paymentFailed }));
    return paymentFailed;
  };
  return { ...checkout, wallet, open, confirm };
};

test("a donor pays with the device's wallet without typing anything", async () => {
  const { open, confirm, stripe, wallet, callsOf } = await visitWithWallet();
  const note = screen.getByText("Or pay another way");
  await waitFor(() => expect(note.parentElement?.matches(".invisible")).toBe(false));
  expect(stripe.elements.mock.calls[0]?.[0]).toMatchObject({
    mode: "payment",
    amount: 5000,
    currency: "usd",
    setupFutureUsage: null,
  });
  expect(wallet.options).toMatchObject({
    buttonType: { applePay: "donate", googlePay: "donate" },
    emailRequired: true,
  });
  expect(open().resolve).toHaveBeenCalledWith({});
  const paymentFailed = confirm();
  expect(await screen.findByText("Thank You!")).toBeTruthy();
  expect(screen.getByText(/anna@example\.org/)).toBeTruthy();
  expect(paymentFailed).not.toHaveBeenCalled();
  const [intent] = callsOf("POST /api/create-payment-intent");
  expect(intent?.body).toMatchObject({
    amount: 50,
    donorInfo: { firstName: "Anna", lastName: "Maria Reyes", email: "anna@example.org" },
  });
  const [confirmation] = stripe.confirmPayment.mock.calls[0] ?? [];
  expect(confirmation).toMatchObject({
    clientSecret: "pi_1_secret_2",
    redirect: "if_required",
    confirmParams: { return_url: `${location.origin}/donate` },
  });
  // Stripe takes the donor's details from the wallet.
  expect(JSON.stringify(confirmation)).not.toContain("payment_method_data");
});

test("shows no wallets on a device without any", async () => {
  await visitCheckout([]);
  const note = await screen.findByText("Or pay another way");
  expect(note.parentElement?.matches(".invisible")).toBe(true);
});

test("a wallet shows the terms of a monthly gift, with the fee if the donor covers it", async () => {
  const { user, open, stripe } = await visitWithWallet(PAID_RESULT, {}, "?amount=100&monthly");
  expect(open().resolve).toHaveBeenCalledWith({
    applePay: {
      recurringPaymentRequest: {
        paymentDescription: "Monthly gift",
        managementURL: `${location.origin}/manage-gift`,
        regularBilling: {
          label: "Monthly gift",
          amount: 10_000,
          recurringPaymentIntervalUnit: "month",
        },
      },
    },
  });
  await user.click(screen.getByText(/Add a dedication, cover the fee/));
  await user.click(screen.getByLabelText(/cover the/i));
  await waitFor(() =>
    expect(stripe.updateElements).toHaveBeenLastCalledWith(
      expect.objectContaining({ amount: 10_330 }),
    ),
  );
});

test("keeps the wallet's card only if the donor allows it", async () => {
  const { user, stripe } = await visitWithWallet();
  await user.click(screen.getByLabelText(/^Let Stripe save my card/));
  await waitFor(() =>
    expect(stripe.updateElements).toHaveBeenLastCalledWith({ setupFutureUsage: "off_session" }),
  );
});

test("a donor whose wallet is declined continues with a card, without typing a name", async () => {
  const { open, confirm, user, callsOf } = await visitWithWallet(DECLINED_RESULT);
  open();
  confirm();
  expect(await screen.findByText("Payment Declined")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Try Another Card" }));
  const button = await screen.findByRole("button", { name: "Give $50" });
  await waitFor(() => expect(button.hasAttribute("disabled")).toBe(false));
  await user.click(button);
  expect(await screen.findByText("Thank You!")).toBeTruthy();
  expect(callsOf("POST /api/create-payment-intent")).toHaveLength(1);
});

test("a donor whose wallet has only one name gives with it", async () => {
  const { open, confirm, callsOf } = await visitWithWallet(DECLINED_RESULT);
  open();
  confirm({ name: "Cher", email: "cher@example.org" });
  expect(await screen.findByText("Payment Declined")).toBeTruthy();
  expect(callsOf("POST /api/create-payment-intent")[0]?.body).toMatchObject({
    donorInfo: { firstName: "Cher", lastName: "Donor", hasOneName: true },
  });
});

test("closes the wallet and says why if the server refuses the gift", async () => {
  const { open, confirm, stripe } = await visitWithWallet(PAID_RESULT, {
    "POST /api/create-payment-intent": {
      status: 429,
      body: { message: "Too many attempts. Please wait a moment and try again." },
    },
  });
  open();
  const paymentFailed = confirm();
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Please wait a moment");
  expect(alert.textContent).toContain("You haven't been charged.");
  expect(paymentFailed).toHaveBeenCalledOnce();
  expect(stripe.confirmPayment).not.toHaveBeenCalled();
  expectLogged("Payment failed at intent");
});

test("doesn't open a wallet for a dedication without a name or an amount that can't be given", async () => {
  const { user, open } = await visitWithWallet();
  await user.click(screen.getByText(/Add a dedication, cover the fee/));
  await user.click(screen.getByLabelText("Give in honor or in memory of someone"));
  expect(open().reject).toHaveBeenCalledOnce();
  expect(await screen.findByText("Enter a name, or uncheck the box above.")).toBeTruthy();
  await user.click(screen.getByLabelText("Give in honor or in memory of someone"));
  await user.type(screen.getByLabelText(/other amount|custom amount/i), "0.5");
  expect(open().reject).toHaveBeenCalledOnce();
});

/** What wallets send about donors they know little about. */
const SPARSE_DETAILS: readonly (readonly [string, object | null])[] = [
  ["an empty name", { name: "", email: "" }],
  ["a space as a name", { name: " ", email: " " }],
  ["null as name and email", { name: null, email: null }],
  ["an address only", { address: { country: "US" } }],
  ["no details", null],
];

test.each(SPARSE_DETAILS)("keeps what the donor typed if a wallet sends %s", async (_, details) => {
  const { user, open, confirm, callsOf } = await visitWithWallet();
  await user.type(screen.getByLabelText("First name"), "Ana");
  await user.type(screen.getByLabelText("Last name"), "Núñez");
  await user.type(screen.getByLabelText("Email"), "ana@example.org");
  open();
  const paymentFailed = confirm(details);
  expect(await screen.findByText("Thank You!")).toBeTruthy();
  expect(paymentFailed).not.toHaveBeenCalled();
  const body = callsOf("POST /api/create-payment-intent")[0]?.body;
  expect(body).toMatchObject({
    donorInfo: {
      firstName: "Ana",
      lastName: "Núñez",
      email: "ana@example.org",
    },
  });
});

test.each(SPARSE_DETAILS)("asks who the donor is if a wallet sends %s", async (_, details) => {
  const { open, confirm, callsOf } = await visitWithWallet();
  open();
  const paymentFailed = confirm(details);
  expect(await screen.findByText("Enter your first name.")).toBeTruthy();
  expect(screen.getByText("Enter your last name.")).toBeTruthy();
  expect(screen.getByText("Enter your email address.")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("First name")));
  expect(paymentFailed).toHaveBeenCalledOnce();
  expect(callsOf("POST /api/create-payment-intent")).toHaveLength(0);
});

test.each([
  ["is refused", async () => ({ error: { message: "Your wallet's session has ended" } }), "ended."],
  ["fails", () => Promise.reject(new Error("IntegrationError")), "couldn't start the payment."],
])("says so if a wallet's submission %s", async (_, submit, text) => {
  const { open, confirm, stripe, callsOf } = await visitWithWallet();
  stripe.submitElements.mockImplementation(submit);
  open();
  const paymentFailed = confirm();
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain(text);
  expect(alert.textContent).toContain("You haven't been charged.");
  expect(paymentFailed).toHaveBeenCalledOnce();
  expect(callsOf("POST /api/create-payment-intent")).toHaveLength(0);
  expectLogged("Payment failed at intent");
});

test("a field that a tool filled in opens no wallet and no payment until the donor clears it", async () => {
  const { open, user, type, press, callsOf } = await visitWithWallet();
  await type("First name", "Anna");
  await type("Last name", "Reyes");
  await type("Email", "anna@example.org");
  fireEvent.change(screen.getByLabelText("Website"), { target: { value: "example.org" } });
  expect(open().reject).toHaveBeenCalled();
  const field = await screen.findByRole("textbox", { name: "Leave this field empty" });
  expect(screen.getByText(HONEYPOT_ERROR)).toBeTruthy();
  for (let attempt = 0; attempt < 2; attempt += 1) await press("Continue to Payment");
  expect(callsOf("POST /api/create-payment-intent")).toEqual([]);
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.clear(field);
  expect(document.activeElement).toBe(field);
  expect(open().resolve).toHaveBeenCalled();
  await press("Continue to Payment");
  await waitFor(() => expect(callsOf("POST /api/create-payment-intent")).toHaveLength(1));
});
