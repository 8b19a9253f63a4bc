import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { adminApi as api } from "#testing/admin-api.ts";
import { anAdminDonation, anOverview, aPaymentStatus } from "#testing/builders.ts";
import { waitForAssertion, advanceTime, stopClock } from "#testing/clock.ts";
import { pagesOf } from "#testing/fake-api.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

beforeEach(() => logInAsAdmin());

describe("the Donations section", () => {
  test("ADON-02, ADON-03, ADON-04, ADON-05: shows the total this month, the number of donors, and the average donation", async () => {
    api();
    renderApp("/dashboard/donations");
    expect(await screen.findByText("+26% vs last month")).toBeTruthy();
    expect(screen.getByText("+100% vs the first 20 days of October")).toBeTruthy();
    expect(screen.getAllByText("$12,550").length).toBeGreaterThan(0);
    expect(await screen.findByText("100")).toBeTruthy();
    expect(screen.getByText("$225.75")).toBeTruthy();
  });

  test.each([
    [40, "+100% vs last month", "– vs the first 20 days of October"],
    [0, "0% vs last month", "– vs the first 20 days of October"],
  ])(
    "ADON-03: shows the change from a month without donations to one with $%d",
    async (thisMonth, wholeMonthChange, partialMonthChange) => {
      const figures = { thisMonth, lastMonth: 0, lastMonthSoFar: 0 };
      api({ "GET /api/admin/overview": { body: anOverview({ gifts: figures }) } });
      renderApp("/dashboard/donations");
      expect(await screen.findByText(wholeMonthChange)).toBeTruthy();
      expect(screen.getByText(partialMonthChange)).toBeTruthy();
    },
  );

  test("ADON-06, ADON-07: shows the first page of the donation history in a table", async () => {
    api();
    renderApp("/dashboard/donations");
    const table = await screen.findByRole("table", { name: "donations" });
    await within(table).findByText("Donor0 Nair");
    expect(
      within(table)
        .getAllByRole("columnheader")
        .map((header) => header.textContent),
    ).toEqual(["", "Donor", "Email", "Amount", "Type", "Date"]);
    const [, firstRow, secondRow] = within(table).getAllByRole("row");
    expect(firstRow?.textContent).toContain("One-timeNov 20, 2026Completed");
    expect(within(firstRow!).getByText("Completed").className).toContain("quiet");
    expect(secondRow?.textContent).toContain("Monthly");
    expect(screen.getByText("1–20 of 57")).toBeTruthy();
  });

  test("says once that all donations are demo donations, and marks each one only after payments go live", async () => {
    const notice = /^These are demo donations: no card was charged/;
    api({ "GET /api/payment-status": { body: aPaymentStatus({ provider: "demo" }) } });
    const { unmount } = renderApp("/dashboard/donations");
    expect(await screen.findByText(notice)).toBeTruthy();
    expect(screen.queryByText("Demo")).toBeNull();
    unmount();
    api({
      "GET /api/donations": pagesOf([
        anAdminDonation({ firstName: "Ann", isDemo: false }),
        anAdminDonation({ firstName: "Ben" }),
      ]),
      "GET /api/payment-status": { body: aPaymentStatus({ isLive: true }) },
    });
    renderApp("/dashboard/donations");
    const demoRow = (await screen.findByText("Ben Nair")).closest("tr")!;
    expect(await within(demoRow).findByText("Demo")).toBeTruthy();
    expect(screen.getAllByText("Demo")).toHaveLength(1);
    expect(screen.queryByText(notice)).toBeNull();
  });

  test("shows the list before the chart and the top donors", async () => {
    api();
    renderApp("/dashboard/donations");
    const history = await screen.findByRole("region", { name: "Donation History" });
    for (const name of ["Monthly Trends", "Top Donors"]) {
      const order = history.compareDocumentPosition(screen.getByRole("region", { name }));
      expect(order).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    }
  });

  test("searches, sorts, and pages donations on the server", async () => {
    const { callsOf } = api();
    stopClock();
    const { user } = renderApp("/dashboard/donations");
    await waitForAssertion(() => screen.getByText("Donor0 Nair"));
    await user.click(screen.getByRole("button", { name: "Next" }));
    await waitForAssertion(() => screen.getByText("Donor20 Nair"));
    await user.click(screen.getByRole("button", { name: "Amount" }));
    await user.type(screen.getByRole("searchbox"), "nair");
    await advanceTime(1000);
    expect(callsOf("GET /api/donations").map(({ url }) => url)).toEqual([
      "/api/donations?sort=-createdAt&limit=20&offset=0",
      "/api/donations?sort=-createdAt&limit=20&offset=20",
      "/api/donations?sort=-amount&limit=20&offset=0",
      "/api/donations?search=nair&sort=-amount&limit=20&offset=0",
    ]);
  });

  test("ADON-01: doesn't offer a way to change a donation", async () => {
    const { calls } = api();
    renderApp("/dashboard/donations");
    await within(await screen.findByRole("table", { name: "donations" })).findByText("Donor0 Nair");
    const main = within(screen.getByRole("main"));
    const buttons = main.getAllByRole("button").map(({ textContent }) => textContent);
    expect(new Set(buttons)).toEqual(
      new Set([
        // The menu of panels on a phone.
        "Donations",
        "Filter",
        "Copy link",
        "Refresh",
        "Donor",
        "Amount",
        "Date",
        "Export",
        "Print",
        "Previous",
        "Next",
      ]),
    );
    expect(main.getByRole("searchbox")).toBeTruthy();
    expect(main.queryAllByRole("textbox")).toEqual([]);
    expect(calls.map(({ key }) => key).filter((key) => !key.startsWith("GET "))).toEqual([]);
  });

  test("ADON-10, ADON-06: filters the list through the URL and exports all matching rows", async () => {
    const downloads: { name: string; content: Blob }[] = [];
    vi.spyOn(URL, "createObjectURL").mockImplementation((content) => {
      downloads.push({ name: "", content: content as Blob });
      return "blob:it";
    });
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      downloads.at(-1)!.name = this.download;
    });
    const csv = "Date,Amount\r\n2026-11-02,50.00\r\n";
    const { callsOf } = api({ "GET /api/donations/export": { body: csv } });
    const { user, currentPath } = renderApp("/dashboard/donations?q=nair&sort=-amount");
    await screen.findByText("Donor0 Nair");
    await user.selectOptions(screen.getByLabelText("Status"), "Partially refunded");
    await user.selectOptions(screen.getByLabelText("Type"), "Monthly");
    fireEvent.change(screen.getByLabelText("From"), { target: { value: "2026-03-01" } });
    fireEvent.change(screen.getByLabelText("To"), { target: { value: "2026-03-31" } });
    const filterQuery = "status=partially_refunded&isRecurring=true&from=2026-03-01&to=2026-03-31";
    for (const filter of filterQuery.split("&")) expect(currentPath()).toContain(filter);
    await user.click(screen.getByRole("button", { name: "Export" }));
    await user.click(screen.getByRole("button", { name: "Download" }));
    await waitFor(() => expect(downloads).toHaveLength(1));
    const getQuery = (key: "GET /api/donations" | "GET /api/donations/export") =>
      Object.fromEntries(new URL(callsOf(key).at(-1)!.url, "http://site.test").searchParams);
    const { limit, offset, ...listFilters } = getQuery("GET /api/donations");
    expect([limit, offset]).toEqual(["20", "0"]);
    expect(getQuery("GET /api/donations/export")).toEqual(listFilters);
    expect(downloads[0]?.name).toBe("donations.csv");
    expect(await downloads[0]?.content.text()).toBe(csv);
  });

  test.each([
    ["This month", "2026-11-01", "2026-11-30"],
    ["Last month", "2026-10-01", "2026-10-31"],
    ["This year", "2026-01-01", "2026-12-31"],
    ["Last year", "2025-01-01", "2025-12-31"],
  ])(
    "ADON-06: sets the from and to dates in the URL for the period %s",
    async (period, from, to) => {
      api();
      stopClock();
      vi.setSystemTime("2026-11-22T12:00:00Z");
      logInAsAdmin();
      const { user, currentPath } = renderApp("/dashboard/donations");
      const getPeriodField = () => screen.getByLabelText<HTMLSelectElement>("Period");
      await user.selectOptions(await waitForAssertion(getPeriodField), period);
      expect(currentPath()).toContain(`from=${from}&to=${to}`);
      expect(screen.getByLabelText<HTMLInputElement>("From").value).toBe(from);
      expect(getPeriodField().value).toBe(period);
      fireEvent.change(screen.getByLabelText("To"), { target: { value: "2026-11-05" } });
      expect(getPeriodField().value).toBe("Other");
      await user.selectOptions(getPeriodField(), "All");
      expect(currentPath()).toBe("/dashboard/donations");
    },
  );

  test("ADON-10: shows totals for the filtered list and copies a link to it", async () => {
    const { callsOf } = api();
    const { user } = renderApp("/dashboard/donations?q=nair&status=completed&page=2");
    const totals = await screen.findByLabelText("Totals for this list");
    await within(totals).findByText("57");
    expect(totals.textContent).toBe(
      "Donations in this list57Completed, less refunds$14,250.00Fee covered$12.50Refunded or taken back$80.00Failed$25.00",
    );
    expect(callsOf("GET /api/donations/sums").map(({ url }) => url)).toEqual([
      "/api/donations/sums?status=completed&search=nair",
    ]);
    await user.click(screen.getByRole("button", { name: "Copy link" }));
    expect(await screen.findByText("Copied")).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(
      `${location.origin}/dashboard/donations?q=nair&status=completed&page=2`,
    );
  });

  test("ADON-10: explains missing totals when the list is too long to add up", async () => {
    const nullSums = {
      amount: null,
      feeCovered: null,
      adjustedAmount: null,
      pendingAmount: null,
      failedAmount: null,
    };
    api({
      "GET /api/donations/sums": { body: { ...nullSums, count: 100_000, isCapped: true } },
    });
    renderApp("/dashboard/donations");
    expect(await screen.findByText(/more than 100,000 donations/)).toBeTruthy();
  });

  test("ADON-08: lists monthly trends with their total", async () => {
    api();
    renderApp("/dashboard/donations");
    const section = within(await screen.findByRole("region", { name: "Monthly Trends" }));
    expect(await section.findByText("October 2026")).toBeTruthy();
    expect(section.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "October 2026$10,000",
      "November 2026$12,550",
    ]);
    expect(section.getByText("Total").parentElement?.textContent).toBe("Total$22,550");
  });

  test("ADON-09: lists the top five donors", async () => {
    api();
    renderApp("/dashboard/donations");
    const list = (await screen.findByText("Ann Kim")).closest("ol")!;
    expect(within(list).getAllByRole("listitem")).toHaveLength(5);
  });
});
