import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { adminApi as api, donationRows } from "#testing/admin-api.ts";
import { emptyEvent, ongoingEvent, upcomingEvent } from "#testing/admin-events.tsx";
import { anId, anOverview } from "#testing/builders.ts";
import { waitForAssertion, stopClock } from "#testing/clock.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

beforeEach(() => logInAsAdmin());

describe("the overview", () => {
  test.each([
    ["AOVER-06", "Total Donations", "$22,575", "since December 2025$12,550 in November"],
    ["AOVER-07", "Total Packages", "451", "since December 2025251 in November"],
    ["AOVER-08", "Active Volunteers", "31", "6 new in November"],
  ])("%s, AOVER-09, AOVER-10: shows the computed change of %s", async (_, label, value, note) => {
    api();
    renderApp("/dashboard");
    const card = (await screen.findByText(label)).parentElement!;
    await within(card).findByText(/in November$/);
    await within(card).findByText(value);
    expect(card.textContent).toBe(`${label}${value}${note}`);
  });

  test.each([
    ["Package Goal", "50%", "251 of 500 packages funded in November"],
    ["Repeat Donors", "34%", "34 of 100 donors gave more than once"],
    ["Attendance", "94%", "47 of 50 volunteers who signed up were present, last 30 days"],
    ["Shift Spots Filled", "75%", "9 of 12 spots, next 30 days"],
  ])("AOVER-11: shows %s as a percentage with the counts behind it", async (label, value, note) => {
    api();
    renderApp("/dashboard");
    const card = (await screen.findByText(label)).parentElement!;
    await within(card).findByText(note);
    expect(card.textContent).toBe(`${label}${value}${note}`);
  });

  test("AOVER-11: shows a dash instead of a percentage when the total is zero", async () => {
    const zeroSpots = { places: { taken: 0, offered: 0 } };
    api({ "GET /api/admin/overview": { body: anOverview(zeroSpots) } });
    renderApp("/dashboard");
    const card = (await screen.findByText("Shift Spots Filled")).parentElement!;
    await within(card).findByText("0 of 0 spots, next 30 days");
    expect(within(card).getByText("–")).toBeTruthy();
  });

  test("AOVER-13, AOVER-14: lists completed events with volunteers and hours to one decimal", async () => {
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

  test("shows how many packages are funded this month, what is still needed, and the days left", async () => {
    stopClock();
    vi.setSystemTime("2026-11-22T18:00:00Z");
    logInAsAdmin();
    api();
    renderApp("/dashboard");
    await waitForAssertion(() => screen.getByText("of 500 packages funded"));
    const goal = screen.getByRole("region", { name: "November's goal" });
    const facts = [...goal.querySelectorAll("dl > div")].map(({ textContent }) => textContent);
    expect(facts).toEqual(["Still needed$12,450", "November endsin 8 days"]);
    expect(within(goal).getByRole("progressbar").getAttribute("value")).toBe("50");
  });

  test("changes the goal in place, and shows the new one", async () => {
    const updatedAt = "2026-11-20T15:00:00.000Z";
    let monthlyGoal = 500;
    const { callsOf } = api({
      "GET /api/admin/overview": () => ({ body: anOverview({ monthlyGoal }) }),
      "GET /api/care-package-goal": () => ({ body: { monthlyGoal, updatedAt } }),
      "POST /api/care-package-goal": () => {
        monthlyGoal = 600;
        return { body: { monthlyGoal, updatedAt } };
      },
    });
    const { press, retype } = renderApp("/dashboard");
    const button = await screen.findByRole("button", { name: "Change the goal" });
    expect(button.getAttribute("aria-expanded")).toBe("false");
    await press("Change the goal");
    await retype(await screen.findByLabelText("Packages per month"), "600");
    await press("Update care package goal");
    expect(await screen.findByText("of 600 packages funded")).toBeTruthy();
    expect(callsOf("POST /api/care-package-goal")[0]?.body).toEqual({
      monthlyGoal: 600,
      updatedAt,
    });
  });

  test("offers to change the goal only to administrators who may", async () => {
    logInAsAdmin(1, ["giving"]);
    api();
    renderApp("/dashboard");
    await screen.findByText("of 500 packages funded");
    expect(screen.queryByRole("button", { name: "Change the goal" })).toBeNull();
  });

  test("opens with the next event: when, where, who comes, and its roster", async () => {
    const event = { ...upcomingEvent, address: "Readiness Center, Killeen, TX" };
    api({ "GET /api/events/with-counts": { body: [event, emptyEvent] } });
    renderApp("/dashboard");
    const region = within(await screen.findByRole("region", { name: "Next Event" }));
    const link = await region.findByRole("link", {
      name: "Roster for Food Drive on Dec 5, 2026",
    });
    expect(region.getByRole("listitem").textContent).toBe(
      "Food DriveSaturday, December 5, 2026, 9:00 AM – 12:30 PMVolunteers: 12 of 12, 3 waiting · Readiness Center, Killeen, TXRoster",
    );
    expect(link.getAttribute("href")).toBe(`/dashboard/events?roster=${event.id}`);
  });

  test("opens with all events that are happening now, and not the next one", async () => {
    const rows = [ongoingEvent(1), ongoingEvent(2), upcomingEvent];
    const { callsOf } = api({ "GET /api/events/with-counts": { body: rows } });
    renderApp("/dashboard");
    const region = within(await screen.findByRole("region", { name: "Happening Now" }));
    expect(region.getAllByText("Live Now").length).toBe(2);
    expect(region.queryByText("Food Drive")).toBeNull();
    expect(callsOf("GET /api/events/with-counts")[0]?.url).toBe(
      "/api/events/with-counts?when=upcoming&isActive=true&sort=date&limit=10",
    );
  });

  test("says that no events are coming up", async () => {
    api();
    renderApp("/dashboard");
    expect(await screen.findByText("No events are coming up.")).toBeTruthy();
  });

  test("begins with this month's donations, compared with the same days of last month", async () => {
    api();
    renderApp("/dashboard");
    const header = (await screen.findByText("given in November")).closest("div")!;
    expect(header.textContent).toBe(
      "$12,550given in November+100% vs the first 20 days of October",
    );
    expect(screen.queryByText(/vs last month/)).toBeNull();
  });

  test("compares nothing if fewer than 20 packages were funded by this day of last month", async () => {
    const packages = { thisMonth: 40, lastMonth: 60, lastMonthSoFar: 19 };
    api({ "GET /api/admin/overview": { body: anOverview({ packages }) } });
    renderApp("/dashboard");
    await screen.findByText("given in November");
    expect(screen.queryByText(/ vs /)).toBeNull();
  });

  test("says that the goal is reached, and nothing about what is still needed", async () => {
    const gifts = { thisMonth: 26_000, lastMonth: 0, lastMonthSoFar: 0 };
    api({ "GET /api/admin/overview": { body: anOverview({ gifts }) } });
    renderApp("/dashboard");
    expect(await screen.findByText("Goal reached")).toBeTruthy();
    expect(screen.queryByText("Still needed")).toBeNull();
  });

  test("links directly to the form for a new event and to the page for a new post", async () => {
    api();
    renderApp("/dashboard");
    const findHref = async (name: string) =>
      (await screen.findByRole("link", { name })).getAttribute("href");
    expect(await findHref("Add event")).toBe("/dashboard/events?edit=new");
    expect(await findHref("Write a post")).toBe("/dashboard/blogs/new");
  });

  test("offers to set a goal, rather than to change it, until there is one", async () => {
    api({ "GET /api/admin/overview": { body: anOverview({ isGoalSet: false }) } });
    renderApp("/dashboard");
    expect(await screen.findByRole("button", { name: "Set a goal" })).toBeTruthy();
    expect(screen.getByText("You haven't set a goal yet, so the site shows 500.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Change the goal" })).toBeNull();
  });

  test("says when the goal is reached", async () => {
    api({ "GET /api/admin/overview": { body: anOverview({ monthlyGoal: 251 }) } });
    renderApp("/dashboard");
    expect(await screen.findByText("Goal reached")).toBeTruthy();
  });

  test("shows donations by month as a chart and as a list for screen readers", async () => {
    api();
    renderApp("/dashboard");
    const section = within(await screen.findByRole("region", { name: /^Donations by month/ }));
    await section.findAllByText("October 2026: $10,000");
    expect(section.getByText("Oct").closest("[aria-hidden=true]")).toBeTruthy();
    const bars = [...document.querySelectorAll<HTMLElement>("[data-month] > div")];
    expect(bars.map(({ style }) => style.height)).toEqual(["62.5%", "78.4375%"]);
    expect(section.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "October 2026: $10,000",
      "November 2026: $12,550",
    ]);
  });

  test("AOVER-13: shows an empty state if there are no completed events", async () => {
    api();
    renderApp("/dashboard");
    expect(await screen.findByText("No completed events yet")).toBeTruthy();
  });

  test("AOVER-12: lists the five most recent donations", async () => {
    const { callsOf } = api();
    renderApp("/dashboard");
    const link = await screen.findByRole("link", { name: "Donor4 Nair" });
    expect(link.getAttribute("href")).toBe(`/dashboard/donations?donation=${donationRows[4]?.id}`);
    expect(screen.queryByText("Donor5 Nair")).toBeNull();
    expect(callsOf("GET /api/recent-donations")[0]?.url).toBe("/api/recent-donations?limit=10");
  });

  test("NOTE-09: shows when the overview was loaded and reloads all of it on Refresh", async () => {
    const { callsOf } = api();
    const { user } = renderApp("/dashboard");
    expect(await screen.findByText(/^as of \d+:\d\d [AP]M$/)).toBeTruthy();
    await screen.findByText("Donor0 Nair");
    await user.click(screen.getByRole("button", { name: "Refresh" }));
    await waitFor(() => expect(callsOf("GET /api/admin/overview")).toHaveLength(2));
    expect(callsOf("GET /api/recent-donations")).toHaveLength(2);
  });
});
