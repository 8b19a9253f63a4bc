import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  anAdminDonation,
  anId,
  anOverview,
  donationTotals,
  homeData,
  aPaymentStatus,
} from "#testing/builders.ts";
import { aDonationRecord } from "#testing/donor-builders.ts";
import { applicationsOf, volunteerCounts } from "#testing/volunteer-builders.ts";
import { fakeApi, pagesOf, type FakeCall, type FakeResponse } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { aDeployment } from "#testing/settings-builders.ts";

const partlyRefundedDonation = anAdminDonation({
  firstName: "Anna",
  lastName: "Reyes",
  amount: 75.5,
  adjustedAmount: 20,
  status: "partially_refunded",
  isDemo: false,
});
const otherDonations = [
  anAdminDonation({ firstName: "Demo" }),
  anAdminDonation({ firstName: "Pending", isDemo: false, status: "pending" }),
  anAdminDonation({ firstName: "Failed", isDemo: false, status: "failed" }),
  anAdminDonation({ firstName: "Disputed", isDemo: false, status: "disputed" }),
  anAdminDonation({
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
    "GET /api/blog-post-drafts": { body: [] },
    "GET /api/email-outbox/pause": { body: { pause: null } },
    "GET /api/donor-tasks": { body: [] },
    "GET /api/events/with-counts": { body: [] },
    "GET /api/tributes": { body: [] },
    "GET /api/donations": pagesOf([partlyRefundedDonation, ...otherDonations]),
    "GET /api/donations/:id": ({ url }: FakeCall) => {
      const donation = [partlyRefundedDonation, ...otherDonations].find(({ id }) =>
        url.endsWith(id),
      );
      const hasReceipt = donation?.status !== "pending" && donation?.status !== "failed";
      return donation
        ? {
            body: aDonationRecord(donation, {
              receiptNumber: hasReceipt ? "R-2026-000042" : null,
            }),
          }
        : { status: 404, body: { message: "Not found" } };
    },
    "GET /api/health/deployment": { body: aDeployment() },
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
    "GET /api/admin/recurring-donations": pagesOf([]),
    "GET /api/volunteer-applications": applicationsOf([]),
    "GET /api/volunteers": volunteerCounts(4, 3),
    "GET /api/payment-status": { body: aPaymentStatus() },
    "GET /api/admin/testimonials": { body: [] },
    "GET /api/admin/volunteer-highlights/all": { body: [] },
    "GET /api/email-outbox": pagesOf([]),
    ...overrides,
  }),
  ...renderApp(route),
});

beforeEach(() => logInAsAdmin());

test("the list of donations leaves out failed ones until all statuses are chosen, also in the link and the export", async () => {
  const { user, currentPath } = openPage("/dashboard/donations");
  const filter = await screen.findByLabelText<HTMLSelectElement>("Status");
  const labels = [...filter.options].map(({ textContent }) => textContent);
  expect(labels.slice(0, 2)).toEqual(["Paid and pending", "All statuses"]);
  expect(labels).toContain("Returned by the bank");
  await user.selectOptions(filter, "All statuses");
  await waitFor(() => expect(currentPath()).toContain("status=all"));
});

describe("a donation's dialog", () => {
  test("ADON-06: opens from the donor's name and from its URL, with the email, the receipt and a link to the donor's page", async () => {
    const { user, currentPath, unmount } = openPage("/dashboard/donations?q=reyes");
    await user.click(await screen.findByRole("link", { name: "Anna Reyes" }));
    expect(currentPath()).toBe(
      `/dashboard/donations?q=reyes&donation=${partlyRefundedDonation.id}`,
    );
    const dialog = within(await screen.findByRole("dialog", { name: "Anna Reyes" }));
    const facts = [...(await dialog.findByText("Email")).closest("dl")!.children];
    expect(facts.map(({ textContent }) => textContent)).toEqual([
      "Emailpriya@example.org",
      "Amount$75.50",
      "Refunded$20.00",
      "TypeOne-time",
      "DateNov 20, 2026",
      "StartedNov 20, 2026, 9:00 AM",
      "StatusPartially refunded",
      "ReceiptR-2026-000042",
    ]);
    expect(dialog.getByRole("link", { name: "Write an email" }).getAttribute("href")).toBe(
      "mailto:priya@example.org",
    );
    expect(dialog.getByRole("link", { name: "View this donor" }).getAttribute("href")).toBe(
      `/dashboard/donations/donors/${partlyRefundedDonation.donorId}`,
    );
    await user.click(dialog.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(currentPath()).toBe("/dashboard/donations?q=reyes"));
    unmount();
    openPage(`/dashboard/donations?donation=${partlyRefundedDonation.id}`, {
      "GET /api/donations": pagesOf([]),
    });
    expect(await screen.findByRole("dialog", { name: "Anna Reyes" })).toBeTruthy();
  });

  test("downloads the receipt, and says why if the PDF can't be made", async () => {
    const saved: string[] = [];
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:receipt");
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const responses: FakeResponse[] = [
      { body: "%PDF-" },
      {
        status: 409,
        body: { message: "The PDF's font doesn't have all the letters of this name." },
      },
    ];
    const { press } = openPage(`/dashboard/donations?donation=${partlyRefundedDonation.id}`, {
      "GET /api/donations/:id/receipt": () => responses.shift()!,
    });
    await press("Download receipt");
    await waitFor(() => expect(saved).toEqual(["receipt.pdf"]));
    await press("Download receipt");
    expect(
      await screen.findByText("The PDF's font doesn't have all the letters of this name."),
    ).toBeTruthy();
    expectLogged("A receipt could not be downloaded");
    expect(saved).toHaveLength(1);
  });

  test("offers no receipt for a donation whose money hasn't arrived", async () => {
    openPage(`/dashboard/donations?donation=${otherDonations[1]?.id}`);
    expect((await screen.findByText("Receipt")).parentElement?.textContent).toBe("ReceiptNone");
    expect(screen.queryByRole("button", { name: "Download receipt" })).toBeNull();
  });
});

describe("a refund", () => {
  const openRefundDialog = async (...responses: FakeResponse[]) => {
    const remainingResponses = [...responses];
    const view = openPage("/dashboard/donations", {
      "POST /api/donations/:id/refunds": () => remainingResponses.shift() ?? { status: 500 },
    });
    const { user } = view;
    await user.click(await screen.findByRole("link", { name: "Anna Reyes" }));
    await user.click(await screen.findByRole("button", { name: "Refund" }));
    const dialog = within(screen.getByRole("dialog", { name: "Refund Anna Reyes's donation" }));
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

  test.each([
    ["Anna Reyes", true],
    ["Demo Nair", false],
    ["Pending Nair", false],
    ["Failed Nair", false],
    ["Disputed Nair", false],
    ["Refunded Nair", false],
  ])(
    "offers refunds only for donations that Stripe can still refund: %s, %s",
    async (name, isOffered) => {
      const { user } = openPage("/dashboard/donations");
      expect(await screen.findByText("$20 refunded")).toBeTruthy();
      await user.click(await screen.findByRole("link", { name }));
      const dialog = within(await screen.findByRole("dialog", { name }));
      expect(dialog.queryByRole("button", { name: "Refund" }) !== null).toBe(isOffered);
    },
  );

  test("offers refunds of test payments in test mode", async () => {
    openPage(`/dashboard/donations?donation=${otherDonations[0]?.id}`, {
      "GET /api/payment-status": { body: aPaymentStatus({ isLive: false }) },
    });
    expect(await screen.findByRole("button", { name: "Refund" })).toBeTruthy();
  });

  test("refunds the remaining amount and confirms it", async () => {
    const { amountField, submit, readSentRefunds, queryByRole } = await openRefundDialog({
      body: { ...partlyRefundedDonation, adjustedAmount: 75.5, status: "refunded" },
    });
    expect(amountField.value).toBe("55.50");
    await submit();
    expect(await screen.findByText("The refund went through")).toBeTruthy();
    // The notification moves out of the dialog when the dialog closes.
    expect(await screen.findByText(/^\$55\.50 to Anna Reyes\./)).toBeTruthy();
    await waitFor(() => expect(queryByRole("dialog", { name: /^Refund/ })).toBeNull());
    expect(screen.getByRole("dialog", { name: "Anna Reyes" })).toBeTruthy();
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
    openPage(`/dashboard/donations?refund=${anId()}`);
    expect(await screen.findByText("We couldn't find the donation")).toBeTruthy();
    expect(screen.getAllByRole("dialog")).toHaveLength(1);
  });

  test("says that a refund is on its way when it is still pending", async () => {
    const { submit } = await openRefundDialog({ body: partlyRefundedDonation });
    await submit();
    expect(await screen.findByText("The refund is on its way")).toBeTruthy();
  });

  test.each([
    ["55.51", "You can refund up to $55.50."],
    ["0", "Enter an amount greater than $0."],
    ["1e1", "Enter an amount, such as 50 or 50.25."],
  ])("rejects an amount of %s, says why, and sends nothing", async (enteredAmount, message) => {
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
    openPage("/dashboard/donations/payments", {
      "GET /api/email-outbox": ({ url }) => ({
        body: [],
        total: url.includes("status=failed") ? 3 : 0,
      }),
    });
    const statusRegion = await screen.findByRole("region", { name: "Payment status" });
    const eventLabel = await within(statusRegion).findByText("Last heard from Stripe");
    expect(eventLabel.closest("div")?.textContent).toContain("Nov 21, 2026, 9:04");
    expect(statusRegion.textContent).toContain("Payment providerStripe");
    expect(statusRegion.textContent).toContain("Disputed donations1 Show");
    await waitFor(() => expect(statusRegion.textContent).toContain("couldn't be delivered3 Show"));
    expect(statusRegion.textContent).toContain("Emails held back0 ");
    const logLink = within(statusRegion).getByRole("link", {
      name: "Show in the delivery log: failed emails",
    });
    expect(logLink.getAttribute("href")).toBe(
      "/dashboard/settings/delivery-log?status=failed&isFormerDemo=false",
    );
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test.each([
    [{ provider: "stripe", isLive: false }, "Stripe, test mode"],
    [{ provider: "demo", isLive: false }, "Demo: no one is charged"],
    [{ provider: null, isLive: false }, "None: donors see that payments aren't set up"],
  ] as const)("describes %j as “%s”", async (status, message) => {
    openPage("/dashboard/donations/payments", {
      "GET /api/payment-status": { body: aPaymentStatus(status) },
    });
    expect(await screen.findByText(message)).toBeTruthy();
    const stripeTimes = screen.queryAllByText(/^Last .* Stripe$/);
    expect(stripeTimes).toHaveLength(status.provider === "stripe" ? 2 : 0);
  });

  test.each(["/dashboard", "/dashboard/donations"])(
    "warns at %s when webhooks have stopped arriving",
    async (route) => {
      openPage(route, {
        "GET /api/payment-status": { body: aPaymentStatus({ isStale: true }) },
      });
      const alert = await screen.findByRole("alert");
      expect(alert.textContent).toContain("Stripe has stopped sending us updates");
      expect(alert.textContent).toContain("Last heard from Stripe Nov 21, 2026, 9:04");
    },
  );

  test("distinguishes a key without permissions from stopped webhooks", async () => {
    const refusedLists = ["Disputes", "Early fraud warnings"];
    openPage("/dashboard/donations", {
      "GET /api/payment-status": { body: aPaymentStatus({ refusedLists }) },
    });
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("We can't read everything in Stripe");
    expect(alert.textContent).toContain(
      "Our Stripe key can't read these lists: Disputes, Early fraud warnings.",
    );
    expect(alert.textContent).not.toContain("Stripe has stopped sending");
  });

  test("shows the API version of incoming events next to ours when they differ", async () => {
    const versions = { events: "2024-06-20", ours: "2026-10-28.endive" };
    openPage("/dashboard/donations", {
      "GET /api/payment-status": { body: aPaymentStatus({ versions }) },
    });
    expect(
      await screen.findByText(/sends version 2024-06-20; this site expects 2026-10-28\.endive/),
    ).toBeTruthy();
  });
});
