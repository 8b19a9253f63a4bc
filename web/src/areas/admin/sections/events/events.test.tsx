import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import {
  upcomingEvent,
  type EventsView,
  fillInEvent,
  ongoingEvent,
  openEvents,
} from "#testing/admin-events.tsx";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";

const listUrls = ({ callsOf }: EventsView) =>
  callsOf("GET /api/events/with-counts")
    .map(({ url }) => url)
    .filter((url) => !url.includes("when=ongoing"));

beforeEach(() => logInAsAdmin());

describe("the Events section", () => {
  test("AEVT-01: shows the server's stats", async () => {
    openEvents();
    expect(await screen.findByText("86.5")).toBeTruthy();
    const readCard = (label: string) => screen.getByText(label).parentElement?.textContent;
    await waitFor(() => expect(readCard("Volunteers Expected")).toContain("31"));
    expect(readCard("Hours This Month")).toContain("86.5");
    expect(screen.getByText("7")).toBeTruthy();
  });

  test("AEVT-02, AEVT-08: lists active ongoing events, each marked Live Now", async () => {
    const { callsOf } = openEvents();
    const region = await screen.findByRole("region", { name: "Ongoing Events" });
    expect(await within(region).findByText("Live Now")).toBeTruthy();
    expect(within(region).getByText(/Hall 1$/)).toBeTruthy();
    const urls = callsOf("GET /api/events/with-counts").map(({ url }) => url);
    expect(urls).toContain("/api/events/with-counts?when=ongoing&isActive=true&sort=date&limit=50");
  });

  test("AEVT-03: shows two ongoing events without scrolling", async () => {
    openEvents({}, "", [ongoingEvent(1), ongoingEvent(2)]);
    await screen.findByText(/Hall 2$/);
    expect(screen.queryByRole("region", { name: "All ongoing events" })).toBeNull();
  });

  test("AEVT-03: scrolls three or more ongoing events, including by keyboard", async () => {
    openEvents({}, "", [ongoingEvent(1), ongoingEvent(2), ongoingEvent(3)]);
    await screen.findByText(/Hall 3$/);
    const region = screen.getByRole("region", { name: "All ongoing events" });
    expect(region.tabIndex).toBe(0);
    expect(region.className).toContain("overflow-y-auto");
  });

  test("shows an empty state when no event is ongoing", async () => {
    openEvents({}, "", []);
    expect(await screen.findByText("No events are happening right now.")).toBeTruthy();
  });
});

test("threat 52: the event form warns about a note that names a unit, but saves it", async () => {
  const view = openEvents();
  await fillInEvent(view);
  await view.user.selectOptions(view.field(/^Location/), "Readiness Center, Killeen");
  await view.type(/^Note/, "Families of the 3rd Battalion come at ten.");
  expect(screen.getByText("“3rd Battalion” may give away where people are deployed.")).toBeTruthy();
  await view.press("Add event");
  await waitFor(() => expect(view.callsOf("POST /api/events")).toHaveLength(1));
});

describe("the list of events", () => {
  test("AEVT-05, AEVT-07, AEVT-09: starts the Upcoming tab with the next event and the Past tab with the latest one", async () => {
    const view = openEvents();
    const table = await screen.findByRole("table", { name: "events" });
    expect(await within(table).findByText("12 of 12, 3 waiting")).toBeTruthy();
    expect(screen.getByRole("tab", { name: "Upcoming" }).getAttribute("aria-selected")).toBe(
      "true",
    );
    expect(listUrls(view)).toEqual([
      "/api/events/with-counts?when=upcoming&sort=date&limit=20&offset=0",
    ]);
    await view.user.click(screen.getByRole("tab", { name: "Past" }));
    expect(await within(table).findByText("Community Outreach")).toBeTruthy();
    expect(within(table).getByText("240")).toBeTruthy();
    expect(listUrls(view).at(-1)).toBe(
      "/api/events/with-counts?when=past&sort=-date&limit=20&offset=0",
    );
    expect(view.currentPath()).toBe("/dashboard/events?when=past");
  });

  test("AEVT-05: reloads itself and the stats on Refresh", async () => {
    const view = openEvents();
    await screen.findByText("12 of 12, 3 waiting");
    await view.press("Refresh");
    await waitFor(() => expect(listUrls(view)).toHaveLength(2));
    expect(view.callsOf("GET /api/events/stats")).toHaveLength(2);
  });

  test("puts an event's less common actions in its menu, without Cancel for past events or Delete for events with participants", async () => {
    const view = openEvents();
    await screen.findByText("12 of 12, 3 waiting");
    const readActions = async (name: string) => {
      await view.press(`More for ${name}`);
      const actions = screen.getAllByRole("menuitem").map(({ textContent }) => textContent);
      await view.user.keyboard("{Escape}");
      return actions;
    };
    expect(await readActions("Food Drive on Dec 5, 2026")).toEqual(["Edit", "Cancel event…"]);
    expect(await readActions("Fundraiser on Dec 6, 2026")).toEqual([
      "Edit",
      "Email volunteers",
      "Cancel event…",
      "Delete",
    ]);
    expect(await readActions("Outreach Event on Dec 5, 2026")).toEqual(["Edit", "Reinstate"]);
    await view.user.click(screen.getByRole("tab", { name: "Past" }));
    await screen.findByText("Community Outreach");
    expect(await readActions("Community Outreach on Nov 1, 2026")).toEqual(["Edit", "Delete"]);
  });

  test("links an event's name to its roster", async () => {
    openEvents();
    const link = await screen.findByRole("link", { name: "Food Drive" });
    expect(link.getAttribute("href")).toBe(`/dashboard/events?roster=${upcomingEvent.id}`);
  });
});

describe("an event's cancellation", () => {
  test("states how many people get an email and sends the reason", async () => {
    const { press, pressInMenu, type, callsOf } = openEvents();
    await pressInMenu("Food Drive on Dec 5, 2026", "Cancel event Food Drive on Dec 5, 2026…");
    expect(
      await screen.findByLabelText(
        "Email the 12 people who signed up and the 3 on the waiting list",
      ),
    ).toBeTruthy();
    await type(/^Reason/, "The hall is flooded.");
    await press("Cancel event");
    expect(await screen.findByText("The event was canceled")).toBeTruthy();
    expect(callsOf("POST /api/events/:id/cancel")[0]).toMatchObject({
      url: `/api/events/${upcomingEvent.id}/cancel`,
      body: { reason: "The hall is flooded.", sendsEmail: true },
    });
  });

  test("sends nothing after Keep event and says that no emails go out for an event without participants", async () => {
    const { press, pressInMenu, callsOf } = openEvents();
    await pressInMenu("Fundraiser on Dec 6, 2026", "Cancel event Fundraiser on Dec 6, 2026…");
    expect(await screen.findByText(/^No one has signed up, so no emails will go out/)).toBeTruthy();
    await press("Keep event");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(callsOf("POST /api/events/:id/cancel")).toEqual([]);
  });

  test("shows an error when the request fails", async () => {
    const { press, pressInMenu } = openEvents({ "POST /api/events/:id/cancel": { status: 503 } });
    await pressInMenu("Food Drive on Dec 5, 2026", "Cancel event Food Drive on Dec 5, 2026…");
    await press("Cancel event");
    expect(await screen.findByText("We couldn't cancel the event. Please try again.")).toBeTruthy();
    expectLogged("Cancel event failed");
  });

  test("can be undone after a confirmation", async () => {
    const { user, press, pressInMenu, callsOf } = openEvents();
    await pressInMenu("Outreach Event on Dec 5, 2026", "Reinstate Outreach Event on Dec 5, 2026");
    await user.click(await screen.findByLabelText("Email the 2 people who signed up"));
    await press("Reinstate event");
    expect(await screen.findByText("The event is back on")).toBeTruthy();
    expect(callsOf("POST /api/events/:id/reinstate").map(({ body }) => body)).toEqual([
      { sendsEmail: false },
    ]);
  });
});

test("the list of events shows why the server refused to delete one", async () => {
  const message =
    "Volunteers have signed up for this event, so it can't be deleted. Please cancel it instead.";
  const { press, pressInMenu } = openEvents({
    "DELETE /api/events/:id": { status: 409, body: { message } },
  });
  await pressInMenu("Fundraiser on Dec 6, 2026", "Delete Fundraiser on Dec 6, 2026");
  await press("Delete event");
  expect(await screen.findByText(message)).toBeTruthy();
  expectLogged("The event could not be deleted");
});
