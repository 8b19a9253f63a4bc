import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { adminDonation, homeData } from "../../testing/builders.ts";
import { fakeApi } from "../../testing/fake-api.ts";
import { expectLogged } from "../../testing/logged-errors.ts";
import { renderApp } from "../../testing/render-app.tsx";

vi.mock("../../lib/access-token.ts", () => ({
  accessToken: () => Promise.resolve("token"),
  forgetSession: () => Promise.resolve(),
}));
vi.mock("../../lib/session-context.tsx", () => ({
  SessionProvider: ({ children }: { children: React.ReactNode }) => children,
}));

const HOUR = 60 * 60 * 1000;
const logIn = (hoursAgo = 1) =>
  localStorage.setItem(
    "adminAuth",
    JSON.stringify({
      isAuthenticated: true,
      username: "admin",
      loginTime: new Date(Date.now() - hoursAgo * HOUR).toISOString(),
    }),
  );

const donations = Array.from({ length: 20 }, (_, index) =>
  adminDonation({ firstName: `Donor${index}`, isRecurring: index === 1 }),
);
const trends = [
  { month: "2026-10", monthName: "October 2026", total: 10_000 },
  { month: "2026-11", monthName: "November 2026", total: 12_550 },
];
const topDonors = ["Ann", "Ben", "Cem", "Dee", "Eli"].map((firstName, index) => ({
  firstName,
  lastName: "Kim",
  email: `${firstName}@example.org`,
  totalAmount: String(5000 - index),
  donationCount: 3,
  isRecurring: false,
  lastDonationDate: "2026-11-01T12:00:00Z",
}));

const api = (overrides: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/donations": {
      body: donations,
      headers: { "x-total-count": "57", "x-has-more": "true" },
    },
    "GET /api/recent-donations": { body: donations.slice(0, 10) },
    "GET /api/donors-consolidated": ({ headers }) => ({
      body: headers.has("authorization")
        ? topDonors
        : [{ totalAmount: "22575.00", donorCount: 100, averageDonation: 225.75 }],
    }),
    "GET /api/donation-trends": { body: trends },
    "GET /api/volunteers": { body: [{ volunteerCount: 40, activeCount: 31 }] },
    ...overrides,
  });

describe("who may see it", () => {
  test.each(["/dashboard", "/admin"])(
    "ALOGIN-14, ALOGIN-17, AOVER-02: %s without a record",
    async (route) => {
      api();
      const { address } = renderApp(route);
      expect(await screen.findByText("Session Expired")).toBeTruthy();
      expect(screen.getByText("Please log in again to access the dashboard.")).toBeTruthy();
      const before = Date.now();
      await waitFor(() => expect(address()).toBe("/"));
      expect(Date.now() - before).toBeGreaterThan(1500);
    },
  );

  test("ALOGIN-18, ALOGIN-19: after 8 hours the record is cleared", async () => {
    api();
    logIn(8.01);
    const { address } = renderApp("/dashboard");
    expect(await screen.findByText("Your session has expired. Please log in again.")).toBeTruthy();
    expect(localStorage.getItem("adminAuth")).toBeNull();
    await waitFor(() => expect(address()).toBe("/"));
  });

  test("ALOGIN-20: an unreadable record is cleared at once", async () => {
    api();
    localStorage.setItem("adminAuth", "{broken");
    const { address } = renderApp("/dashboard");
    await waitFor(() => expect(address()).toBe("/"), { timeout: 1000 });
    expect(localStorage.getItem("adminAuth")).toBeNull();
  });

  test("ALOGIN-19: a session that the server ended counts as expired", async () => {
    api({ "GET /api/recent-donations": { status: 401, body: { message: "Log in" } } });
    logIn();
    renderApp("/dashboard");
    expect(await screen.findByText("Your session has expired. Please log in again.")).toBeTruthy();
    expect(localStorage.getItem("adminAuth")).toBeNull();
  });
});

describe("the dashboard", () => {
  beforeEach(() => logIn());

  test("AOVER-03: a navigation of the sections", async () => {
    api();
    renderApp("/dashboard");
    const nav = await screen.findByRole("navigation", { name: "Sections" });
    expect(
      within(nav)
        .getAllByRole("link")
        .map((link) => link.getAttribute("href")),
    ).toEqual(["/dashboard?section=overview", "/dashboard?section=donations"]);
  });

  test("AOVER-04: reports leads to the overview", async () => {
    api();
    const { address } = renderApp("/dashboard?section=reports");
    expect(await screen.findByRole("heading", { name: "Overview" })).toBeTruthy();
    await waitFor(() => expect(address()).toBe("/dashboard"));
  });

  test("AOVER-06, AOVER-07, AOVER-08, AOVER-09: three figures with computed changes", async () => {
    api();
    renderApp("/dashboard");
    expect(await screen.findByText("$22,575")).toBeTruthy();
    expect(await screen.findByText("451")).toBeTruthy();
    expect(await screen.findByText("31")).toBeTruthy();
    expect(await screen.findByText("+26% vs last month")).toBeTruthy();
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
    expect(callsOf("POST /api/admin/logout")[0]?.credentials).toBe("include");
    expect(localStorage.getItem("adminAuth")).toBeNull();
  });

  test("ALOGIN-22: a failed logout still clears everything and leads home after 1500 ms", async () => {
    api({ "POST /api/admin/logout": { status: 500 } });
    localStorage.setItem("other", "x");
    sessionStorage.setItem("other", "x");
    const { user, address } = renderApp("/dashboard");
    await user.click(await screen.findByRole("button", { name: "Logout" }));
    expect(await screen.findByText("Session cleared. Redirecting to home page.")).toBeTruthy();
    expect(localStorage.length + sessionStorage.length).toBe(0);
    expectLogged("The server did not confirm the logout");
    await waitFor(() => expect(address()).toBe("/"));
  });
});

describe("donations", () => {
  beforeEach(() => logIn());

  test("ADON-02, ADON-03, ADON-04, ADON-05: the cards", async () => {
    api();
    renderApp("/dashboard?section=donations");
    expect(await screen.findByText("+26% vs last month")).toBeTruthy();
    expect(screen.getAllByText("$12,550").length).toBeGreaterThan(0);
    expect(await screen.findByText("100")).toBeTruthy();
    expect(screen.getByText("$225.75")).toBeTruthy();
  });

  test("ADON-06, ADON-07: the history table", async () => {
    api();
    renderApp("/dashboard?section=donations");
    const table = await screen.findByRole("table", { name: "donations" });
    await within(table).findByText("Donor0 Nair");
    expect(
      within(table)
        .getAllByRole("columnheader")
        .map((header) => header.textContent),
    ).toEqual(["Donor", "Email", "Amount", "Type", "Date", "Status"]);
    const [, first, second] = within(table).getAllByRole("row");
    expect(first?.textContent).toContain("One-timeNov 20, 2026Completed");
    expect(second?.textContent).toContain("Monthly");
    expect(screen.getByText("1–20 of 57")).toBeTruthy();
  });

  test("the server searches, sorts and pages", async () => {
    const { callsOf } = api();
    const { user } = renderApp("/dashboard?section=donations");
    await screen.findByText("Donor0 Nair");
    await user.click(screen.getByRole("button", { name: "Next" }));
    await user.click(screen.getByRole("button", { name: "Amount" }));
    await user.type(screen.getByRole("searchbox"), "nair");
    await waitFor(() =>
      expect(callsOf("GET /api/donations").at(-1)?.url).toBe(
        "/api/donations?search=nair&sort=-amount&limit=20&offset=0",
      ),
    );
    const urls = callsOf("GET /api/donations").map(({ url }) => url);
    expect(urls[0]).toBe("/api/donations?sort=-createdAt&limit=20&offset=0");
    expect(urls[1]).toBe("/api/donations?sort=-createdAt&limit=20&offset=20");
  });

  test("ADON-08: monthly trends with their total", async () => {
    api();
    renderApp("/dashboard?section=donations");
    expect(await screen.findByText("October 2026")).toBeTruthy();
    expect(screen.getByText("$22,550")).toBeTruthy();
  });

  test("ADON-09: the top five donors", async () => {
    api();
    renderApp("/dashboard?section=donations");
    const list = (await screen.findByText("Ann Kim")).closest("ol")!;
    expect(within(list).getAllByRole("listitem")).toHaveLength(5);
  });
});
