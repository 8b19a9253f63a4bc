import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { checkoutTerms, confirmedDonation, homeData, paymentIntent } from "../testing/builders.ts";
import { fakeApi, type FakeResponse } from "../testing/fake-api.ts";
import { expectLogged } from "../testing/logged-errors.ts";
import { renderInApp } from "../testing/render-app.tsx";
import { toasts } from "../ui/messages/toast.ts";
import { readUnresolvedAttempt } from "./attempt.ts";
import { DonationDialog } from "./donation-dialog.tsx";
import { MonthlyOffer } from "./monthly-offer.tsx";

/** Responds once the test calls `respond`. */
const createHeldResponse = () => {
  const { promise, resolve, reject } = Promise.withResolvers<FakeResponse>();
  return {
    promise,
    respond: (response: FakeResponse | Error) =>
      response instanceof Error ? reject(response) : resolve(response),
  };
};

const expectToast = async (title: string, description: RegExp | undefined) => {
  await waitFor(() => expect(toasts.current()).toMatchObject({ title, open: true }));
  if (description) expect(toasts.current()?.description).toMatch(description);
};

const openDialog = () =>
  renderInApp(
    <DonationDialog
      open
      donation={{ amount: 50, frequency: "one-time" }}
      provider="demo"
      onClose={() => undefined}
    />,
  );

const give = async ({ user }: ReturnType<typeof openDialog>) => {
  await user.type(screen.getByLabelText("Email for receipt"), "anna@example.org");
  await user.type(screen.getByLabelText("Name on card"), "Anna Reyes");
  await user.type(screen.getByLabelText("Card number"), "4242424242424242");
  await user.type(screen.getByLabelText("Expiration"), "1299");
  await user.type(screen.getByLabelText("CVV"), "123");
  await user.type(screen.getByLabelText("ZIP code"), "76102");
  await user.click(screen.getByRole("button", { name: /^Give \$/ }));
};

const fakeCheckout = (donation: FakeResponse | Promise<FakeResponse>) =>
  fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/checkout": { body: checkoutTerms() },
    "POST /api/create-payment-intent": { body: paymentIntent() },
    "POST /api/create-donation": async () => donation,
  });

describe("after the donor has left the checkout during a payment", () => {
  test.each([
    [
      "DON-61: success",
      { body: { ok: true, donation: confirmedDonation() } },
      "Thank You!",
      /^Your donation helps support our heroes\. You will receive a confirmation email shortly\.$/,
      undefined,
    ],
    [
      "DON-61: a bank debit that is on its way",
      { body: { ok: true, donation: { ...confirmedDonation(), status: "pending" } } },
      "Thank You!",
      /^Your donation helps support our heroes\. Your gift is on its way from your bank .* We'll send your receipt then\.$/,
      undefined,
    ],
    [
      "DON-58: a decline",
      { status: 402, body: { message: "Your card was declined.", code: "card_declined" } },
      "Payment Declined",
      /You haven't been charged/,
      undefined,
    ],
    [
      "a lost answer",
      new TypeError("Failed to fetch"),
      "We couldn't reach our server",
      /you won't be charged twice/,
      "Payment failed at record",
    ],
  ] as const)("%s becomes a toast", async (_, response, title, description, logged) => {
    const { promise, respond } = createHeldResponse();
    const { callsOf } = fakeCheckout(promise);
    const view = openDialog();
    await give(view);
    await waitFor(() => expect(callsOf("POST /api/create-donation")).toHaveLength(1));
    // A reload would ask how the payment ended.
    expect(readUnresolvedAttempt()).not.toBeNull();
    view.unmount();
    respond(response);
    await expectToast(title, description);
    expect(readUnresolvedAttempt() === null).toBe(logged === undefined);
    if (logged !== undefined) expectLogged(logged);
  });

  test("a demo payment that a reload interrupted is asked about, and thanked for", async () => {
    const unanswered = new Promise<FakeResponse>(() => undefined);
    const firstVisit = fakeCheckout(unanswered);
    const view = openDialog();
    await give(view);
    await waitFor(() => expect(firstVisit.callsOf("POST /api/create-donation")).toHaveLength(1));
    view.unmount();
    const secondVisit = fakeCheckout({ body: { ok: true, donation: confirmedDonation() } });
    openDialog();
    expect(await screen.findByText("Thank You!")).toBeTruthy();
    const keys = [firstVisit, secondVisit].map(({ callsOf }) =>
      callsOf("POST /api/create-donation").map(({ headers }) => headers.get("Idempotency-Key")),
    );
    expect(keys[1]).toEqual(keys[0]);
  });

  test.each([
    [{ body: { amount: 25, nextChargeAt: "2026-12-24T18:00:00Z" } }, "Your monthly gift is set up"],
    [{ status: 500 }, "Your monthly gift hasn't started"],
  ])("the outcome of starting a monthly gift becomes a toast", async (response, title) => {
    const { promise, respond } = createHeldResponse();
    fakeApi({
      "GET /api/home": { body: homeData() },
      "POST /api/recurring-donations": async () => promise,
    });
    const view = renderInApp(<MonthlyOffer donation={{ amount: 50, feeCovered: 0 }} token="t" />);
    await view.user.click(await screen.findByRole("button", { name: /monthly$/ }));
    // Back stays on the page.
    expect((history.state as { dialogEntry?: string }).dialogEntry).toBeTruthy();
    view.unmount();
    respond(response);
    await expectToast(title, undefined);
  });
});
