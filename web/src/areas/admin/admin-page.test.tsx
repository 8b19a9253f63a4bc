import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { forgetSession } from "../../lib/access-token.ts";
import {
  applicationCounts,
  adminDonation,
  anId,
  anOverview,
  donationTotals,
  donor,
  homeData,
  paymentStatus,
} from "../../testing/builders.ts";
import { arrival, passTime, stopClock } from "../../testing/clock.ts";
import { fakeApi, pagesOf } from "../../testing/fake-api.ts";
import { hasTokens } from "../../testing/fake-supabase.ts";
import { expectLogged } from "../../testing/logged-errors.ts";
import { logInAsAdmin } from "../../testing/logging-in.ts";
import { renderApp } from "../../testing/render-app.tsx";

const donations = Array.from({ length: 57 }, (_, index) =>
  adminDonation({ firstName: `Donor${index}`, isRecurring: index === 1 }),
);
const trends = [
  { month: "2026-10", monthName: "October 2026", total: 10_000 },
  { month: "2026-11", monthName: "November 2026", total: 12_550 },
];
const topDonors = ["Ann", "Ben", "Cem", "Dee", "Eli"].map((firstName) =>
  donor({ firstName, email: `${firstName}@example.org` }),
);

const api = (overrides: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/donations": pagesOf(donations),
    "GET /api/donations/sums": {
      body: { count: 57, isCapped: false, amount: 14_250, feeCovered: 12.5, adjustedAmount: 80 },
    },
    "GET /api/recent-donations": { body: donations.slice(0, 10) },
    "GET /api/donors-consolidated": ({ headers }) => ({
      body: headers.has("authorization")
        ? topDonors
        : [donationTotals({ totalAmount: "22575.00", donorCount: 100, averageDonation: 225.75 })],
    }),
    "GET /api/admin/overview": { body: anOverview() },
    "GET /api/donation-trends": { body: trends },
    "GET /api/admin/testimonials": { body: [] },
    "GET /api/admin/volunteer-highlights/all": { body: [] },
    "GET /api/payment-status": { body: paymentStatus({ disputeCount: 0, failedMailCount: 0 }) },
    "GET /api/volunteer-applications": { body: applicationCounts() },
    "GET /api/volunteers": { body: [{ volunteerCount: 40, activeCount: 31 }] },
    ...overrides,
  });

/** Still here a millisecond before, gone with it. */
const expectHomeAfter = async (ms: number, address: () => string | null) => {
  const before = address();
  expect(before).not.toBe("/");
  await passTime(ms - 1);
  expect(address()).toBe(before);
  await passTime(1);
  expect(address()).toBe("/");
};

describe("who may see it", () => {
  beforeEach(() => void stopClock());

  test.each(["/dashboard", "/admin"])(
    "ALOGIN-14, ALOGIN-17: %s without a record",
    async (route) => {
      api();
      const { address } = renderApp(route);
      await arrival(() => screen.getByText("Session Expired"));
      expect(screen.getByText("Please log in again to access the dashboard.")).toBeTruthy();
      await expectHomeAfter(2000, address);
    },
  );

  test("ALOGIN-18, ALOGIN-19: after 8 hours the record is cleared, and the tokens", async () => {
    api();
    logInAsAdmin(8.01);
    const { address } = renderApp("/dashboard");
    await arrival(() => screen.getByText("Your session has expired. Please log in again."));
    expect(localStorage.getItem("adminAuth")).toBeNull();
    await expectHomeAfter(2000, address);
    await arrival(() => expect(hasTokens("admin")).toBe(false));
  });

  test("ALOGIN-20: an unreadable record is cleared at once, and the tokens", async () => {
    api();
    logInAsAdmin();
    localStorage.setItem("adminAuth", "{broken");
    const { address } = renderApp("/dashboard");
    await arrival(() => expect(address()).toBe("/"));
    expect(localStorage.getItem("adminAuth")).toBeNull();
    await arrival(() => expect(hasTokens("admin")).toBe(false));
  });

  test("ALOGIN-19: a record without tokens counts as expired", async () => {
    api();
    logInAsAdmin();
    localStorage.removeItem("care-packages-admin");
    const { address } = renderApp("/dashboard");
    await arrival(() => screen.getByText("Your session has expired. Please log in again."));
    expect(localStorage.getItem("adminAuth")).toBeNull();
    await expectHomeAfter(2000, address);
  });

  test("ALOGIN-19: a session that the server ended counts as expired", async () => {
    api({ "GET /api/recent-donations": { status: 401, body: { message: "Log in" } } });
    logInAsAdmin();
    renderApp("/dashboard");
    await arrival(() => screen.getByText("Your session has expired. Please log in again."));
    expect(localStorage.getItem("adminAuth")).toBeNull();
  });
});

test("logged out in another tab, this one goes home without a word", async () => {
  api();
  logInAsAdmin();
  const { address } = renderApp("/dashboard");
  await screen.findByText("Donor0 Nair");
  localStorage.removeItem("adminAuth");
  await act(() => forgetSession("admin"));
  await waitFor(() => expect(address()).toBe("/"));
  expect(screen.queryByText("Session Expired")).toBeNull();
});

describe("the dashboard", () => {
  beforeEach(() => logInAsAdmin());

  test.each(["/dashboard", "/admin"])("AOVER-02: %s is the dashboard", async (route) => {
    api();
    const { address } = renderApp(route);
    expect(await screen.findByRole("heading", { name: "Overview" })).toBeTruthy();
    expect(await screen.findByText("Donor0 Nair")).toBeTruthy();
    expect(address()).toBe(route);
  });

  test("a navigation of the sections that there are", async () => {
    api();
    renderApp("/dashboard");
    const nav = await screen.findByRole("navigation", { name: "Sections" });
    expect(
      within(nav)
        .getAllByRole("link")
        .map((link) => link.getAttribute("href")),
    ).toEqual([
      "/dashboard",
      "/dashboard/donations",
      "/dashboard/content",
      "/dashboard/blogs",
      "/dashboard/events",
      "/dashboard/locations",
      "/dashboard/testimonials",
      "/dashboard/volunteers",
      "/dashboard/highlights",
      "/dashboard/settings",
    ]);
  });

  test("AOVER-04: reports leads to the overview", async () => {
    api();
    const { address } = renderApp("/dashboard/reports");
    expect(await screen.findByRole("heading", { name: "Overview" })).toBeTruthy();
    await waitFor(() => expect(address()).toBe("/dashboard"));
  });

  test.each([
    [
      "AOVER-06",
      "Total Donations",
      "$22,575",
      "$12,550 in November+26% vs last month+100% vs the first 20 days of October",
    ],
    [
      "AOVER-07",
      "Total Packages",
      "451",
      "251 in November+26% vs last month+101% vs the first 20 days of October",
    ],
    [
      "AOVER-08",
      "Active Volunteers",
      "31",
      "6 new in November+50% vs last month– vs the first 20 days of October",
    ],
  ])("%s, AOVER-09, AOVER-10: %s with its computed change", async (_, label, value, note) => {
    api();
    renderApp("/dashboard");
    const card = (await screen.findByText(label)).parentElement!;
    await within(card).findByText(/vs last month/);
    await within(card).findByText(value);
    expect(card.textContent).toBe(`${label}${value}${note}`);
  });

  test.each([
    ["Package Goal", "50%", "251 of 500 packages given in November"],
    ["Donors Who Gave Again", "34%", "34 of 100 donors gave more than once"],
    ["Attendance", "94%", "47 of 50 who had joined came, last 30 days"],
    ["Shift Places Taken", "75%", "9 of 12 places, next 30 days"],
  ])("AOVER-11: %s is computed, and says from what", async (label, value, note) => {
    api();
    renderApp("/dashboard");
    const card = (await screen.findByText(label)).parentElement!;
    await within(card).findByText(note);
    expect(card.textContent).toBe(`${label}${value}${note}`);
  });

  test("AOVER-11: a share of nothing is a dash", async () => {
    const none = { places: { taken: 0, offered: 0 } };
    api({ "GET /api/admin/overview": { body: anOverview(none) } });
    renderApp("/dashboard");
    const card = (await screen.findByText("Shift Places Taken")).parentElement!;
    await within(card).findByText("0 of 0 places, next 30 days");
    expect(within(card).getByText("–")).toBeTruthy();
  });

  test("AOVER-13, AOVER-14: completed events with volunteers, and hours with one decimal", async () => {
    const event = { id: anId(), date: "2026-11-14", eventType: "Food Drive", volunteers: 1 };
    const completedEvents = [
      { ...event, hours: 3.5 },
      { ...event, id: anId(), volunteers: 12, hours: 42 },
    ];
    api({ "GET /api/admin/overview": { body: anOverview({ completedEvents }) } });
    renderApp("/dashboard");
    const section = within(await screen.findByRole("region", { name: "Completed Events" }));
    await section.findAllByText("Food Drive");
    expect(section.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Food DriveNov 14, 20263.5 hours1 volunteer",
      "Food DriveNov 14, 202642.0 hours12 volunteers",
    ]);
  });

  test("AOVER-13: no completed events", async () => {
    api();
    renderApp("/dashboard");
    expect(await screen.findByText("No completed events yet")).toBeTruthy();
  });

  test("AOVER-12: the five most recent donations", async () => {
    const { callsOf } = api();
    renderApp("/dashboard");
    expect(await screen.findByText("Donor4 Nair")).toBeTruthy();
    expect(screen.queryByText("Donor5 Nair")).toBeNull();
    expect(callsOf("GET /api/recent-donations")[0]?.url).toBe("/api/recent-donations?limit=10");
  });

  test("AOVER-05, ALOGIN-10: logout ends the session and leads home", async () => {
    const { callsOf } = api({ "POST /api/admin/logout": { body: { message: "ok" } } });
    const { user, address } = renderApp("/dashboard");
    await user.click(await screen.findByRole("button", { name: "Logout" }));
    await waitFor(() => expect(address()).toBe("/"));
    expect(screen.getByText("Logged out")).toBeTruthy();
    expect(hasTokens("admin")).toBe(false);
    expect(callsOf("POST /api/admin/logout")[0]?.credentials).toBe("include");
    expect(localStorage.getItem("adminAuth")).toBeNull();
  });

  test("AOVER-05: a read that finds the session ended before the logout's answer is there says nothing", async () => {
    let answer = () => {};
    let isEnded = false;
    api({
      "POST /api/admin/logout": () =>
        new Promise((resolve) => {
          answer = () => resolve({ body: { message: "ok" } });
        }),
      "GET /api/donations": (call) => (isEnded ? { status: 401 } : pagesOf(donations)(call)),
    });
    const { user } = renderApp("/dashboard/donations");
    await screen.findByText("Donor0 Nair");
    await user.click(screen.getByRole("button", { name: "Logout" }));
    isEnded = true;
    await user.click(screen.getByRole("button", { name: "Next" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Logout" })).toBeNull());
    expect(screen.queryByText("Session Expired")).toBeNull();
    answer();
    await screen.findByText("Logged out");
  });

  test("ALOGIN-22: a failed logout still clears everything and leads home after 1500 ms", async () => {
    api({ "POST /api/admin/logout": { status: 500 } });
    localStorage.setItem("other", "x");
    sessionStorage.setItem("other", "x");
    stopClock();
    const { address } = renderApp("/dashboard");
    fireEvent.click(await arrival(() => screen.getByRole("button", { name: "Logout" })));
    await arrival(() => screen.getByText("Session cleared. Redirecting to home page."));
    expect(localStorage.length + sessionStorage.length).toBe(0);
    expectLogged("The server did not confirm the logout");
    await expectHomeAfter(1500, address);
  });
});

describe("donations", () => {
  beforeEach(() => logInAsAdmin());

  test("ADON-02, ADON-03, ADON-04, ADON-05: the cards", async () => {
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
  ])("ADON-03: %d after a month without gifts", async (thisMonth, documented, honest) => {
    const gifts = { thisMonth, lastMonth: 0, lastMonthSoFar: 0 };
    api({ "GET /api/admin/overview": { body: anOverview({ gifts }) } });
    renderApp("/dashboard/donations");
    expect(await screen.findByText(documented)).toBeTruthy();
    expect(screen.getByText(honest)).toBeTruthy();
  });

  test("ADON-06, ADON-07: the history table", async () => {
    api();
    renderApp("/dashboard/donations");
    const table = await screen.findByRole("table", { name: "donations" });
    await within(table).findByText("Donor0 Nair");
    expect(
      within(table)
        .getAllByRole("columnheader")
        .map((header) => header.textContent),
    ).toEqual(["Donor", "Email", "Amount", "Type", "Date", "Status", "Actions"]);
    const [, first, second] = within(table).getAllByRole("row");
    expect(first?.textContent).toContain("One-timeNov 20, 2026Completed");
    expect(second?.textContent).toContain("Monthly");
    expect(screen.getByText("1–20 of 57")).toBeTruthy();
  });

  test("the server searches, sorts and pages", async () => {
    const { callsOf } = api();
    stopClock();
    const { user } = renderApp("/dashboard/donations");
    await arrival(() => screen.getByText("Donor0 Nair"));
    await user.click(screen.getByRole("button", { name: "Next" }));
    await arrival(() => screen.getByText("Donor20 Nair"));
    await user.click(screen.getByRole("button", { name: "Amount" }));
    await user.type(screen.getByRole("searchbox"), "nair");
    await passTime(1000);
    expect(callsOf("GET /api/donations").map(({ url }) => url)).toEqual([
      "/api/donations?sort=-createdAt&limit=20&offset=0",
      "/api/donations?sort=-createdAt&limit=20&offset=20",
      "/api/donations?sort=-amount&limit=20&offset=0",
      "/api/donations?search=nair&sort=-amount&limit=20&offset=0",
    ]);
  });

  test("ADON-01: there is nothing to write with", async () => {
    const { calls } = api();
    renderApp("/dashboard/donations");
    await within(await screen.findByRole("table", { name: "donations" })).findByText("Donor0 Nair");
    const main = within(screen.getByRole("main"));
    const buttons = main.getAllByRole("button").map(({ textContent }) => textContent);
    expect(new Set(buttons)).toEqual(
      new Set(["Copy link", "Donor", "Amount", "Date", "Demo", "Export", "Previous", "Next"]),
    );
    expect(main.getByRole("searchbox")).toBeTruthy();
    expect(main.queryAllByRole("textbox")).toEqual([]);
    expect(calls.map(({ key }) => key).filter((key) => !key.startsWith("GET "))).toEqual([]);
  });

  test("ADON-10, ADON-06: the filtered list, as the address names it, and Export gives it whole", async () => {
    const saved: { name: string; content: Blob }[] = [];
    vi.spyOn(URL, "createObjectURL").mockImplementation((content) => {
      saved.push({ name: "", content: content as Blob });
      return "blob:it";
    });
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.at(-1)!.name = this.download;
    });
    const csv = "Date,Amount\r\n2026-11-02,50.00\r\nTotal,50.00\r\n";
    const { callsOf } = api({ "GET /api/donations/export": { body: csv } });
    const { user, address } = renderApp("/dashboard/donations?q=nair&sort=-amount");
    await screen.findByText("Donor0 Nair");
    await user.selectOptions(screen.getByLabelText("Status"), "Partly refunded");
    await user.selectOptions(screen.getByLabelText("Type"), "Monthly");
    fireEvent.change(screen.getByLabelText("From"), { target: { value: "2026-03-01" } });
    fireEvent.change(screen.getByLabelText("To"), { target: { value: "2026-03-31" } });
    const filters = "status=partially_refunded&isRecurring=true&from=2026-03-01&to=2026-03-31";
    for (const filter of filters.split("&")) expect(address()).toContain(filter);
    await user.click(screen.getByRole("button", { name: "Export" }));
    await waitFor(() => expect(saved).toHaveLength(1));
    const asked = (key: "GET /api/donations" | "GET /api/donations/export") =>
      Object.fromEntries(new URL(callsOf(key).at(-1)!.url, "http://site.test").searchParams);
    const { limit, offset, ...listed } = asked("GET /api/donations");
    expect([limit, offset]).toEqual(["20", "0"]);
    expect(asked("GET /api/donations/export")).toEqual(listed);
    expect(saved[0]?.name).toBe("donations.csv");
    expect(await saved[0]?.content.text()).toBe(csv);
  });

  test.each([
    ["This month", "2026-11-01", "2026-11-30"],
    ["Last month", "2026-10-01", "2026-10-31"],
    ["This year", "2026-01-01", "2026-12-31"],
    ["Last year", "2025-01-01", "2025-12-31"],
  ])("ADON-06: %s is a span of days in the address", async (period, from, to) => {
    api();
    stopClock();
    vi.setSystemTime("2026-11-22T12:00:00Z");
    logInAsAdmin();
    const { user, address } = renderApp("/dashboard/donations");
    const choice = () => screen.getByLabelText<HTMLSelectElement>("Period");
    await user.selectOptions(await arrival(choice), period);
    expect(address()).toContain(`from=${from}&to=${to}`);
    expect(screen.getByLabelText<HTMLInputElement>("From").value).toBe(from);
    expect(choice().value).toBe(period);
    fireEvent.change(screen.getByLabelText("To"), { target: { value: "2026-11-05" } });
    expect(choice().value).toBe("Other");
    await user.selectOptions(choice(), "All");
    expect(address()).toBe("/dashboard/donations");
  });

  test("ADON-10: what the filtered list adds up to, and its address to send to somebody", async () => {
    const { callsOf } = api();
    const { user } = renderApp("/dashboard/donations?q=nair&status=completed&page=2");
    const total = await screen.findByLabelText("Total of this list");
    await within(total).findByText("57");
    expect(total.textContent).toBe(
      "Donations in this list57Amount$14,250.00Fee covered$12.50Refunded$80.00",
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

  test("ADON-10: a list too long to be added up says where its sum is", async () => {
    const capped = { amount: null, feeCovered: null, adjustedAmount: null };
    api({
      "GET /api/donations/sums": { body: { ...capped, count: 100_000, isCapped: true } },
    });
    renderApp("/dashboard/donations");
    expect(await screen.findByText(/more than 100,000 donations/)).toBeTruthy();
  });

  test("an export that breaks off says so and saves nothing", async () => {
    const create = vi.spyOn(URL, "createObjectURL");
    api({ "GET /api/donations/export": { status: 503, body: { message: "We are very busy." } } });
    const { user } = renderApp("/dashboard/donations");
    await user.click(await screen.findByRole("button", { name: "Export" }));
    expect(await screen.findByText("Export Failed")).toBeTruthy();
    expect(screen.getByText("We are very busy.")).toBeTruthy();
    expectLogged("The donations could not be exported");
    expect(create).not.toHaveBeenCalled();
  });

  test("ADON-08: monthly trends with their total", async () => {
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

  test("ADON-09: the top five donors", async () => {
    api();
    renderApp("/dashboard/donations");
    const list = (await screen.findByText("Ann Kim")).closest("ol")!;
    expect(within(list).getAllByRole("listitem")).toHaveLength(5);
  });
});
