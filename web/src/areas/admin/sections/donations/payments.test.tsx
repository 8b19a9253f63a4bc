import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import {
  adminDonation,
  anOverview,
  donationTotals,
  homeData,
  paymentStatusFacts,
} from "#testing/builders.ts";
import { applicationCounts } from "#testing/volunteer-builders.ts";
import { fakeApi, pagesOf, type FakeResponse } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const partlyRefundedDonation = adminDonation({
  firstName: "Anna",
  lastName: "Reyes",
  amount: 75.5,
  adjustedAmount: 20,
  status: "partially_refunded",
  isDemo: false,
});
const otherDonations = [
  adminDonation({ firstName: "Demo" }),
  adminDonation({ firstName: "Pending", isDemo: false, status: "pending" }),
  adminDonation({ firstName: "Failed", isDemo: false, status: "failed" }),
  adminDonation({ firstName: "Disputed", isDemo: false, status: "disputed" }),
  adminDonation({
    firstName: "Refunded",
    isDemo: false,
    status: "refunded",
    amount: 5,
    adjustedAmount: 5,
  }),
];

const openPage = (route: string, overrides: Parameters<typeof fakeApi>[0] = {}) => ({
  ...fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/donations": pagesOf([partlyRefundedDonation, ...otherDonations]),
    "GET /api/recent-donations": { body: [] },
    "GET /api/donors-consolidated": ({ headers }) => ({
      body: headers.has("authorization") ? [] : [donationTotals()],
    }),
    "GET /api/admin/overview": { body: anOverview() },
    "GET /api/donations/sums": {
      body: {
        count: 0,
        isCapped: false,
        amount: 0,
        feeCovered: 0,
        adjustedAmount: 0,
        pendingAmount: 0,
        failedAmount: 0,
      },
    },
    "GET /api/donation-trends": { body: [] },
    "GET /api/volunteer-applications": { body: applicationCounts() },
    "GET /api/volunteers": { body: [{ volunteerCount: 4, activeCount: 3 }] },
    "GET /api/payment-status": { body: paymentStatusFacts() },
    "GET /api/admin/testimonials": { body: [] },
    "GET /api/admin/volunteer-highlights/all": { body: [] },
    "GET /api/email-outbox": pagesOf([]),
    ...overrides,
  }),
  ...renderApp(route),
});

beforeEach(() => logInAsAdmin());

describe("the donation history", () => {
  const openRefundDialog = async (...responses: FakeResponse[]) => {
    const remainingResponses = [...responses];
    const view = openPage("/dashboard/donations", {
      "POST /api/donations/:id/refunds": () => remainingResponses.shift() ?? { status: 500 },
    });
    const { user } = view;
    await user.click(await screen.findByRole("button", { name: "Refund Anna Reyes's donation" }));
    const dialog = within(screen.getByRole("dialog"));
    const amountField = dialog.getByLabelText<HTMLInputElement>("Amount in dollars");
    await user.selectOptions(dialog.getByLabelText("Reason"), "Donated twice by mistake");
    return {
      ...view,
      dialog,
      amountField,
      submit: () => user.click(dialog.getByRole("button", { name: "Refund" })),
      readSentRefunds: () =>
        view.callsOf("POST /api/donations/:id/refunds").map(({ url, body, headers }) => ({
          url,
          body,
          key: headers.get("idempotency-key"),
        })),
    };
  };

  test("offers refunds only for donations that Stripe can still refund", async () => {
    openPage("/dashboard/donations");
    await screen.findByRole("button", { name: "Refund Anna Reyes's donation" });
    expect(screen.getAllByRole("button", { name: /^Refund .+'s donation$/ })).toHaveLength(1);
    expect(screen.getByText("$20 refunded")).toBeTruthy();
  });

  test("offers refunds of test payments in test mode", async () => {
    openPage("/dashboard/donations", {
      "GET /api/payment-status": { body: paymentStatusFacts({ isLive: false }) },
    });
    expect(await screen.findByRole("button", { name: "Refund Demo Nair's donation" })).toBeTruthy();
  });

  test("refunds the remaining amount and confirms it", async () => {
    const { amountField, submit, readSentRefunds, queryByRole } = await openRefundDialog({
      body: { ...partlyRefundedDonation, adjustedAmount: 75.5, status: "refunded" },
    });
    expect(amountField.value).toBe("55.50");
    await submit();
    expect(await screen.findByText("The refund went through")).toBeTruthy();
    expect(screen.getByText(/^\$55\.50 to Anna Reyes\./)).toBeTruthy();
    await waitFor(() => expect(queryByRole("dialog")).toBeNull());
    expect(readSentRefunds()).toEqual([
      {
        url: `/api/donations/${partlyRefundedDonation.id}/refunds`,
        body: { amount: "55.50", reason: "duplicate" },
        key: expect.stringMatching(/^[\da-f-]{36}$/),
      },
    ]);
  });

  test("opens the refund dialog from its URL, unless the donation is unknown", async () => {
    const { unmount } = openPage(`/dashboard/donations?refund=${partlyRefundedDonation.id}`);
    expect(
      await screen.findByRole("dialog", { name: "Refund Anna Reyes's donation" }),
    ).toBeTruthy();
    unmount();
    openPage("/dashboard/donations?refund=gone");
    await screen.findByRole("button", { name: "Refund Anna Reyes's donation" });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("says that a refund is on its way when it is still pending", async () => {
    const { submit } = await openRefundDialog({ body: partlyRefundedDonation });
    await submit();
    expect(await screen.findByText("The refund is on its way")).toBeTruthy();
  });

  test.each([
    ["55.51", "You can refund up to $55.50."],
    ["0", "Must be more than 0"],
    ["1e1", "Must be an amount such as 50 or 50.25"],
  ])("reports an amount of %s at its field and sends nothing", async (enteredAmount, message) => {
    const { retype, amountField, submit, readSentRefunds, dialog } = await openRefundDialog();
    await retype(amountField, enteredAmount);
    await submit();
    expect(await dialog.findByText(message)).toBeTruthy();
    expect(readSentRefunds()).toEqual([]);
  });

  test("reuses the idempotency key after a lost response, but not for another amount", async () => {
    const lostResponse = { status: 502, body: { message: "A service we rely on didn't respond." } };
    const { retype, amountField, submit, readSentRefunds } = await openRefundDialog(
      lostResponse,
      lostResponse,
      {
        body: partlyRefundedDonation,
      },
    );
    await submit();
    expect(await screen.findByText("Refund Failed")).toBeTruthy();
    expect(screen.getByText("A service we rely on didn't respond.")).toBeTruthy();
    expectLogged("Refund failed");
    expect(amountField.value).toBe("55.50");
    await submit();
    await waitFor(() => expect(readSentRefunds()).toHaveLength(2));
    expectLogged("Refund failed");
    await retype(amountField, "10");
    await submit();
    await waitFor(() => expect(readSentRefunds()).toHaveLength(3));
    const [firstKey, secondKey, thirdKey] = readSentRefunds().map(({ key }) => key);
    expect(secondKey).toBe(firstKey);
    expect(thirdKey).not.toBe(firstKey);
  });
});

describe("the payment status", () => {
  test("shows the provider, the last Stripe event, disputed donations, and undelivered emails", async () => {
    openPage("/dashboard/donations/payments");
    const statusRegion = await screen.findByRole("region", { name: "Payment status" });
    const eventLabel = await within(statusRegion).findByText("Last heard from Stripe");
    expect(eventLabel.closest("div")?.textContent).toContain("Nov 21, 2026, 9:04");
    expect(statusRegion.textContent).toContain("Payment providerStripe");
    expect(statusRegion.textContent).toContain("Disputed donations1 Show");
    expect(statusRegion.textContent).toContain("couldn't be delivered3 Show");
    const logLink = within(statusRegion).getByRole("link", {
      name: "Show in the delivery log: failed emails",
    });
    expect(logLink.getAttribute("href")).toBe("/dashboard/settings/delivery-log?status=failed");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test.each([
    [{ provider: "stripe", isLive: false }, "Stripe, test mode"],
    [{ provider: "demo", isLive: false }, "Demo: no one is charged"],
    [{ provider: null, isLive: false }, "None: donors see that payments aren't set up"],
  ] as const)("describes %j as “%s”", async (status, message) => {
    openPage("/dashboard/donations/payments", {
      "GET /api/payment-status": { body: paymentStatusFacts(status) },
    });
    expect(await screen.findByText(message)).toBeTruthy();
  });

  test.each(["/dashboard", "/dashboard/donations"])(
    "warns at %s when webhooks have stopped arriving",
    async (route) => {
      openPage(route, {
        "GET /api/payment-status": { body: paymentStatusFacts({ isStale: true }) },
      });
      const alert = await screen.findByRole("alert");
      expect(alert.textContent).toContain("Stripe has stopped sending us updates");
      expect(alert.textContent).toContain("Last heard from Stripe Nov 21, 2026, 9:04");
    },
  );

  test("distinguishes a key without permissions from stopped webhooks", async () => {
    const refusedLists = ["Disputes", "Early fraud warnings"];
    openPage("/dashboard/donations", {
      "GET /api/payment-status": { body: paymentStatusFacts({ refusedLists }) },
    });
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("We can't read everything in Stripe");
    expect(alert.textContent).toContain(
      "Our Stripe key can't read: Disputes, Early fraud warnings.",
    );
    expect(alert.textContent).not.toContain("Stripe has stopped sending");
  });

  test("shows the API version of incoming events next to ours when they differ", async () => {
    const versions = { events: "2024-06-20", ours: "2026-10-28.endive" };
    openPage("/dashboard/donations", {
      "GET /api/payment-status": { body: paymentStatusFacts({ versions }) },
    });
    expect(
      await screen.findByText(/sends version 2024-06-20; this site expects 2026-10-28\.endive/),
    ).toBeTruthy();
  });
});
