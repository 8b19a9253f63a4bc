import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { type HomeData, homeQuery } from "../data/home/queries.ts";
import { paths } from "../lib/paths.ts";
import {
  anUpcomingEvent,
  blogPost,
  checkoutTerms,
  homeData,
  paymentIntent,
  confirmedDonation,
} from "../testing/builders.ts";
import { waitForAssertion, advanceTime, stopClock } from "../testing/clock.ts";
import { fakeApi, type FakeResponse, type FakeCall } from "../testing/fake-api.ts";
import { expectLogged } from "../testing/logged-errors.ts";
import { renderInApp } from "../testing/render-app.tsx";
import { readAttempt } from "./attempt.ts";
import { DonationDialog } from "./donation-dialog.tsx";
import type { ChosenDonation } from "./chosen-donation.ts";
import { DialogOpener } from "../testing/dialog-opener.tsx";
import { HONEYPOT_ERROR } from "../ui/fields/honeypot.tsx";

const DECLINED_RESPONSE: FakeResponse = {
  status: 402,
  body: { message: "Your card was declined.", code: "card_declined" },
};
const SAVED_RESPONSE: FakeResponse = { body: { ok: true, donation: confirmedDonation() } };

const pendingResponse = new Promise<FakeResponse>(() => undefined);

type DonationResponse = FakeResponse | Error | Promise<FakeResponse>;

const getPostCalls = (calls: readonly FakeCall[]) =>
  calls.filter(({ key }) => key.startsWith("POST"));

const fakeCheckout = (...donationResponses: readonly DonationResponse[]) =>
  fakeCheckoutWith(homeData(), donationResponses);

const fakeCheckoutWith = (home: HomeData, donationResponses: readonly DonationResponse[]) => {
  const remainingResponses = [...donationResponses];
  return fakeApi({
    "GET /api/home": { body: home },
    "GET /api/checkout": { body: checkoutTerms() },
    "POST /api/create-payment-intent": { body: paymentIntent() },
    "POST /api/create-donation": () => {
      const response = remainingResponses.shift() ?? SAVED_RESPONSE;
      if (response instanceof Error) throw response;
      return response;
    },
  });
};

/** Fails the first request for a payment intent; later ones succeed. */
const failFirstIntent = () => {
  let intentCount = 0;
  return fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/checkout": { body: checkoutTerms() },
    "POST /api/create-payment-intent": () => {
      intentCount += 1;
      if (intentCount === 1) throw new TypeError("Failed to fetch");
      return { body: paymentIntent() };
    },
    "POST /api/create-donation": SAVED_RESPONSE,
  });
};

const openDialog = (donation: ChosenDonation = { amount: 50, frequency: "one-time" }) =>
  renderInApp(
    <DialogOpener
      dialog={(props) => <DonationDialog {...props} donation={donation} provider="demo" />}
    />,
  );

type User = ReturnType<typeof openDialog>["user"];

const fillCardForm = async (user: User, name = "Anna Maria Reyes") => {
  await user.type(screen.getByLabelText("Email for receipt"), "anna@example.org");
  await user.type(screen.getByLabelText("Name on card"), name);
  await user.type(screen.getByLabelText("Card number"), "4242424242424242");
  await user.type(screen.getByLabelText("Expiration"), "1299");
  await user.type(screen.getByLabelText("CVV"), "123");
  await user.type(screen.getByLabelText("ZIP code"), "76102");
};
const give = (user: User) => user.click(screen.getByRole("button", { name: /^Give \$/ }));

describe("the donation dialog", () => {
  test("says before any input that no card is charged", () => {
    fakeCheckout();
    openDialog();
    expect(screen.getByText("Demo: no card is charged")).toBeTruthy();
  });

  test.each([
    ["shows the EIN if it is set", homeData(), /501\(c\)\(3\) nonprofit, EIN 00-0142536; your/],
    [
      "shows no EIN if none is set",
      homeData({ contactInfo: null }),
      /501\(c\)\(3\) nonprofit; your gift/,
    ],
  ])("%s", async (_, home, text) => {
    fakeCheckoutWith(home, []);
    openDialog();
    expect(await screen.findByText(text)).toBeTruthy();
  });

  test("DON-19, DON-21, DON-22, DON-23: formats input while typing", async () => {
    fakeCheckout();
    const { user } = openDialog();
    for (const [label, keys] of [
      ["Card number", "4242a4242424242429999"],
      ["Expiration", "12289"],
      ["CVV", "12x345"],
      ["ZIP code", "76102-12345"],
    ] as const) {
      await user.click(screen.getByLabelText(label));
      await user.keyboard(keys);
    }
    expect(screen.getByLabelText<HTMLInputElement>("Card number").value).toBe(
      "4242 4242 4242 4242",
    );
    expect(screen.getByLabelText<HTMLInputElement>("Expiration").value).toBe("12/28");
    expect(screen.getByLabelText<HTMLInputElement>("CVV").value).toBe("1234");
    expect(screen.getByLabelText<HTMLInputElement>("ZIP code").value).toBe("76102-1234");
  });

  test("DON-18: shows what is missing and sends nothing", async () => {
    const { calls } = fakeCheckout();
    const { user } = openDialog();
    await give(user);
    expect(await screen.findByText("Missing Information")).toBeTruthy();
    expect(
      screen.getByText("Please fill in all payment fields including email for receipt."),
    ).toBeTruthy();
    expect(screen.getByLabelText("Card number").getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText("Enter the card number.")).toBeTruthy();
    expect(getPostCalls(calls)).toEqual([]);
  });

  test("sends nothing while a tool has filled in the hidden field", async () => {
    const { calls } = fakeCheckout();
    const { user } = openDialog();
    await fillCardForm(user);
    fireEvent.change(screen.getByLabelText("Website"), { target: { value: "example.org" } });
    await give(user);
    expect(screen.getByText(HONEYPOT_ERROR)).toBeTruthy();
    expect(getPostCalls(calls)).toEqual([]);
  });

  test("DON-14, DON-24, DON-50, DON-52, DON-61: donates with the documented calls, without card data", async () => {
    const { calls } = fakeCheckout(SAVED_RESPONSE);
    const { user } = openDialog({ amount: 50, frequency: "monthly" });
    await fillCardForm(user);
    await give(user);
    expect(document.activeElement).toBe(await screen.findByText("Thank You!"));
    expect(
      screen.getByText(
        "Your donation helps support our heroes. You will receive a confirmation email shortly.",
      ),
    ).toBeTruthy();
    const postCalls = getPostCalls(calls);
    expect(postCalls.map(({ body }) => body)).toEqual([
      {
        amount: 50,
        donorInfo: {
          firstName: "Anna",
          lastName: "Maria Reyes",
          email: "anna@example.org",
          amount: "50",
          isRecurring: true,
        },
      },
      {
        firstName: "Anna",
        lastName: "Maria Reyes",
        email: "anna@example.org",
        amount: "50",
        isRecurring: true,
        stripePaymentIntentId: "pi_demo_1",
        status: "completed",
      },
    ]);
    expect(JSON.stringify(postCalls)).not.toMatch(/4242|12\/99|76102/);
    expect(postCalls[0]?.headers.get("idempotency-key")).toMatch(/^[\da-f-]{36}$/);
    // Giving the same amount again is a new payment with a new key.
    expect(readAttempt()).toBeNull();
  });

  test("after a gift, shows where the receipt goes, the next packing day and next steps", async () => {
    const story = blogPost({ title: "A Saturday at the home" });
    const upcomingEvents = [
      anUpcomingEvent({ eventType: "Fundraiser", date: "2026-12-01" }),
      anUpcomingEvent({ eventType: "Care Package Assembly", date: "2026-12-05" }),
    ];
    const savedDonation = confirmedDonation({ amount: 77.5, feeCovered: 2.5 });
    fakeCheckoutWith(homeData({ blogPosts: [story], upcomingEvents }), [
      { body: { ok: true, donation: savedDonation } },
    ]);
    const { user, currentPath } = openDialog();
    await user.click(screen.getByLabelText("Give anonymously"));
    await user.click(screen.getByLabelText("Give in honor or in memory of someone"));
    await user.type(screen.getByLabelText("In honor of"), "Grandpa Joe");
    await fillCardForm(user);
    await give(user);
    await screen.findByText("Thank You!");
    expect(screen.getByText("anna@example.org")).toBeTruthy();
    expect(screen.getByText("Grandpa Joe")).toBeTruthy();
    expect(screen.getByText("given anonymously")).toBeTruthy();
    expect(screen.getByText("One box, and half of the next")).toBeTruthy();
    expect(
      screen.getByText(/The next packing day is Saturday, December 5, 2026\./).textContent,
    ).not.toContain("each month until you cancel");
    const links = within(screen.getByRole("dialog")).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/manage-gift",
      "/#impact",
      "/financial-reports",
      "/#volunteer",
      paths.blogPost(story),
    ]);
    await user.click(screen.getByRole("link", { name: "where the boxes go" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(currentPath()).toBe("/#impact");
  });

  test("DON-25: uses the last name Donor for a single word on the card", async () => {
    const { callsOf } = fakeCheckout(SAVED_RESPONSE);
    const { user } = openDialog();
    await fillCardForm(user, "Prince");
    await give(user);
    await screen.findByText("Thank You!");
    expect(callsOf("POST /api/create-donation")[0]?.body).toMatchObject({
      firstName: "Prince",
      lastName: "Donor",
    });
    expect(callsOf("POST /api/create-payment-intent")[0]?.body).toMatchObject({
      donorInfo: { firstName: "Prince", lastName: "Donor", hasOneName: true },
    });
  });

  test("DON-16, DON-58: keeps the input after a declined card and starts a new attempt", async () => {
    const { callsOf } = fakeCheckout(DECLINED_RESPONSE, SAVED_RESPONSE);
    const { user } = openDialog();
    await fillCardForm(user);
    await give(user);
    expect(document.activeElement).toBe(await screen.findByText("Payment Issue"));
    const panel = screen.getByRole("alert");
    expect(within(panel).getByText("Payment Declined")).toBeTruthy();
    expect(
      within(panel).getByText("Your card was declined. Please try another card or payment method."),
    ).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Try Another Card" }));
    expect(screen.getByLabelText<HTMLInputElement>("Name on card").value).toBe("Anna Maria Reyes");
    await give(user);
    await screen.findByText("Thank You!");
    const keys = callsOf("POST /api/create-payment-intent").map(({ headers }) =>
      headers.get("idempotency-key"),
    );
    expect(new Set(keys).size).toBe(2);
  });

  test("pays with the same attempt again after a lost response, in one press", async () => {
    const { callsOf } = fakeCheckout(new TypeError("Failed to fetch"), SAVED_RESPONSE);
    const { user } = openDialog();
    await fillCardForm(user);
    await give(user);
    expect(await screen.findByText("We couldn't reach our server")).toBeTruthy();
    expectLogged("Payment failed at record");
    expect(screen.queryByRole("button", { name: "Try Another Card" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    await screen.findByText("Thank You!");
    expect(callsOf("POST /api/create-payment-intent")).toHaveLength(1);
    const keys = callsOf("POST /api/create-donation").map(({ headers }) =>
      headers.get("idempotency-key"),
    );
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test("offers to check on a payment after 30 seconds without a response, and doesn't charge twice", async () => {
    const { callsOf } = fakeCheckout(pendingResponse, SAVED_RESPONSE);
    const { user } = openDialog();
    await fillCardForm(user);
    stopClock();
    await give(user);
    await advanceTime(29_000);
    expect(screen.getByText("Processing your gift. Please keep this page open.")).toBeTruthy();
    await advanceTime(1000);
    expect(screen.getByText("This is taking longer than usual")).toBeTruthy();
    expect(screen.getByText(/you won't be charged twice/)).toBeTruthy();
    expectLogged("Payment failed at record");
    await user.click(screen.getByRole("button", { name: "Check Again" }));
    expect(await waitForAssertion(() => screen.getByText("Thank You!"))).toBeTruthy();
    expect(callsOf("POST /api/create-payment-intent")).toHaveLength(1);
    const keys = callsOf("POST /api/create-donation").map(({ headers }) =>
      headers.get("idempotency-key"),
    );
    expect(new Set(keys).size).toBe(1);
  });

  test("retries the same attempt after losing the response to the payment intent", async () => {
    const { callsOf } = failFirstIntent();
    const { user } = openDialog();
    await fillCardForm(user);
    await give(user);
    expect(await screen.findByText("We couldn't reach our server")).toBeTruthy();
    expectLogged("Payment failed at intent");
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    await screen.findByText("Thank You!");
    const keys = callsOf("POST /api/create-payment-intent").map(({ headers }) =>
      headers.get("idempotency-key"),
    );
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size, "one attempt, so one payment").toBe(1);
  });

  test("starts a new attempt if the donor changes the gift after a lost response", async () => {
    const { callsOf } = failFirstIntent();
    const { user } = openDialog();
    await fillCardForm(user);
    await give(user);
    await screen.findByText("We couldn't reach our server");
    expectLogged("Payment failed at intent");
    await user.click(screen.getByRole("button", { name: "Back to the form" }));
    await user.click(screen.getByLabelText("Give anonymously"));
    await give(user);
    await screen.findByText("Thank You!");
    const requests = callsOf("POST /api/create-payment-intent");
    expect(requests.map(({ body }) => body)).toMatchObject([
      { donorInfo: expect.not.objectContaining({ isAnonymous: true }) },
      { donorInfo: { isAnonymous: true } },
    ]);
    expect(new Set(requests.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(2);
  });

  test("DON-15: after a gift, is empty 300 ms after it is closed", async () => {
    fakeCheckout(SAVED_RESPONSE);
    const { user } = openDialog();
    await fillCardForm(user);
    await give(user);
    await screen.findByText("Thank You!");
    stopClock();
    await user.click(screen.getAllByRole("button", { name: "Close" }).at(-1)!);
    expect(screen.queryByRole("dialog")).toBeNull();
    await advanceTime(300);
    await user.click(screen.getByText("Open again"));
    expect(screen.getByLabelText<HTMLInputElement>("Name on card").value).toBe("");
  });

  test("keeps its input when closed before giving", async () => {
    fakeCheckout();
    const { user } = openDialog();
    await user.type(screen.getByLabelText("Name on card"), "Anna");
    await user.click(screen.getByRole("button", { name: "Close" }));
    await user.click(screen.getByText("Open again"));
    expect(screen.getByLabelText<HTMLInputElement>("Name on card").value).toBe("Anna");
  });

  test("refetches the home page's data after a gift", async () => {
    const { callsOf } = fakeCheckout(SAVED_RESPONSE);
    const { user, queryClient } = openDialog();
    queryClient.setQueryData(homeQuery.queryKey, homeData());
    await fillCardForm(user);
    await give(user);
    await screen.findByText("Thank You!");
    await waitFor(() => {
      const isInvalidated = queryClient.getQueryState(homeQuery.queryKey)?.isInvalidated;
      expect(isInvalidated || callsOf("GET /api/home").length > 0).toBe(true);
    });
  });
});
