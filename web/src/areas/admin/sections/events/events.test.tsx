import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { EVENT_TYPES } from "#contracts/choices.ts";
import { aLocation, anOverview } from "../../../../testing/builders.ts";
import { adminEvent } from "../../../../testing/event-builders.ts";
import { fakeApi, pagesOf, type FakeCall } from "../../../../testing/fake-api.ts";
import { expectLogged } from "../../../../testing/logged-errors.ts";
import { logInAsAdmin } from "../../../../testing/logging-in.ts";
import { renderApp } from "../../../../testing/render-app.tsx";

const coming = adminEvent({
  eventType: "Food Drive",
  registeredVolunteers: 12,
  waitingVolunteers: 3,
  maxVolunteers: 12,
});
const empty = adminEvent({ eventType: "Fundraiser", date: "2026-12-06" });
const called = adminEvent({
  eventType: "Outreach Event",
  isActive: false,
  registeredVolunteers: 2,
});
const over = adminEvent({
  eventType: "Community Outreach",
  date: "2026-11-01",
  status: "past",
  packagesPacked: 240,
});
const live = (number: number) =>
  adminEvent({ eventType: "Care Package Assembly", address: `Hall ${number}`, status: "ongoing" });

const center = aLocation({ name: "Readiness Center" });
const PLACE = "Readiness Center, 36000 Darnall Loop, Killeen, TX 76544";

const open = (overrides: Parameters<typeof fakeApi>[0] = {}, search = "", ongoing = [live(1)]) => {
  const api = fakeApi({
    "GET /api/home": { status: 503 },
    "GET /api/admin/overview": { body: anOverview({ volunteerHours: 86.5 }) },
    "GET /api/events/stats": {
      body: { upcoming: 7, ongoing: 1, volunteersExpected: 31, today: "2026-11-21" },
    },
    "GET /api/events/with-counts": (call: FakeCall) => {
      const when = new URL(call.url, "http://site.test").searchParams.get("when");
      if (when === "ongoing") return pagesOf(ongoing)(call);
      return pagesOf(when === "past" ? [over] : [coming, empty, called])(call);
    },
    "GET /api/locations": pagesOf([
      center,
      aLocation({ name: "Unit 5", city: "APO", isMilitaryMail: true }),
      aLocation({ name: "Closed Annex", isActive: false }),
    ]),
    "POST /api/events": { body: adminEvent() },
    "PUT /api/events/:id": { body: coming },
    "POST /api/events/:id/cancel": { body: coming },
    "POST /api/events/:id/reinstate": { body: called },
    "DELETE /api/events/:id": { body: { message: "Event deleted" } },
    ...overrides,
  });
  const view = renderApp(`/dashboard/events${search}`);
  const { user } = view;
  const field = (label: RegExp) =>
    within(screen.getByRole("form")).getByLabelText<HTMLInputElement>(label);
  return {
    ...api,
    ...view,
    field,
    press: async (name: string) => user.click(await screen.findByRole("button", { name })),
    /** A day or a time, as its picker sets it. */
    pick: (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } }),
    type: async (label: RegExp, text: string) => {
      await user.clear(field(label));
      await user.type(field(label), text);
    },
  };
};
type View = ReturnType<typeof open>;

const fillIn = async ({ press, pick, user, field }: View) => {
  await press("Add event");
  await user.selectOptions(field(/^Type/), "Food Drive");
  pick(/^Date/, "2026-12-24");
  pick(/^Start/, "09:00");
  pick(/^End/, "11:30");
  await within(field(/^Location/)).findByRole("option", { name: "Readiness Center, Killeen" });
};
const lists = ({ callsOf }: View) =>
  callsOf("GET /api/events/with-counts")
    .map(({ url }) => url)
    .filter((url) => !url.includes("when=ongoing"));

beforeEach(() => logInAsAdmin());

describe("what is going on", () => {
  test("AEVT-01: stats as the server computes them", async () => {
    open();
    expect(await screen.findByText("86.5")).toBeTruthy();
    const card = (label: string) => screen.getByText(label).parentElement?.textContent;
    await waitFor(() => expect(card("Volunteers Expected")).toContain("31"));
    expect(card("Hours This Month")).toContain("86.5");
    expect(screen.getByText("7")).toBeTruthy();
  });

  test("AEVT-02, AEVT-08: Ongoing Events are those under way that are not cancelled, each Live Now", async () => {
    const { callsOf } = open();
    const box = await screen.findByRole("region", { name: "Ongoing Events" });
    expect(await within(box).findByText("Live Now")).toBeTruthy();
    expect(within(box).getByText(/Hall 1$/)).toBeTruthy();
    const asked = callsOf("GET /api/events/with-counts").map(({ url }) => url);
    expect(asked).toContain(
      "/api/events/with-counts?when=ongoing&isActive=true&sort=date&limit=50",
    );
  });

  test("AEVT-03: two stand in the box; with a third it scrolls, by keyboard as well", async () => {
    open({}, "", [live(1), live(2)]);
    await screen.findByText(/Hall 2$/);
    expect(screen.queryByRole("region", { name: "All ongoing events" })).toBeNull();
  });

  test("AEVT-03: the rest is scrollable", async () => {
    open({}, "", [live(1), live(2), live(3)]);
    await screen.findByText(/Hall 3$/);
    const box = screen.getByRole("region", { name: "All ongoing events" });
    expect(box.tabIndex).toBe(0);
    expect(box.className).toContain("overflow-y-auto");
  });

  test("nothing under way is said so", async () => {
    open({}, "", []);
    expect(await screen.findByText("Nothing is under way right now.")).toBeTruthy();
  });
});

test("threats row 52: an event's note that names a unit is warned about and saved all the same", async () => {
  const view = open();
  await fillIn(view);
  await view.user.selectOptions(view.field(/^Location/), "Readiness Center, Killeen");
  await view.type(/^Note/, "Families of the 3rd Battalion come at ten.");
  expect(screen.getByText("“3rd Battalion” may tell where deployed people are.")).toBeTruthy();
  await view.press("Add event");
  await waitFor(() => expect(view.callsOf("POST /api/events")).toHaveLength(1));
});

describe("the list", () => {
  test("AEVT-05, AEVT-07, AEVT-09: Upcoming with what comes next first, Past with what was last", async () => {
    const view = open();
    const table = await screen.findByRole("table", { name: "events" });
    expect(await within(table).findByText("12 of 12, 3 waiting")).toBeTruthy();
    expect(screen.getByRole("tab", { name: "Upcoming" }).getAttribute("aria-selected")).toBe(
      "true",
    );
    expect(lists(view)).toEqual([
      "/api/events/with-counts?when=upcoming&sort=date&limit=20&offset=0",
    ]);
    await view.user.click(screen.getByRole("tab", { name: "Past" }));
    expect(await within(table).findByText("Community Outreach")).toBeTruthy();
    expect(within(table).getByText("240")).toBeTruthy();
    expect(lists(view).at(-1)).toBe(
      "/api/events/with-counts?when=past&sort=-date&limit=20&offset=0",
    );
    expect(view.address()).toBe("/dashboard/events?when=past");
  });

  test("AEVT-05: Refresh asks again for the list, the box and the stats", async () => {
    const view = open();
    await screen.findByText("12 of 12, 3 waiting");
    await view.press("Refresh");
    await waitFor(() => expect(lists(view)).toHaveLength(2));
    expect(view.callsOf("GET /api/events/stats")).toHaveLength(2);
  });

  test("of what is over nothing can be cancelled, and what somebody joined cannot be deleted", async () => {
    const view = open();
    await screen.findByText("12 of 12, 3 waiting");
    const has = (name: string) => screen.queryByRole("button", { name }) !== null;
    expect(has("Delete Food Drive on Dec 5, 2026")).toBe(false);
    expect(has("Delete Fundraiser on Dec 6, 2026")).toBe(true);
    expect(has("Cancel Outreach Event on Dec 5, 2026")).toBe(false);
    expect(has("Reinstate Outreach Event on Dec 5, 2026")).toBe(true);
    await view.user.click(screen.getByRole("tab", { name: "Past" }));
    await screen.findByText("Community Outreach");
    expect(has("Cancel Community Outreach on Nov 1, 2026")).toBe(false);
  });
});

describe("making an event", () => {
  test("AEVT-04, AEVT-12: at a saved location, written as name, address, city, state and ZIP code", async () => {
    const view = open();
    const { user, press, field, callsOf } = view;
    await fillIn(view);
    await user.selectOptions(field(/^Location/), "Readiness Center, Killeen");
    await press("Add event");
    expect(await screen.findByText("The event was added")).toBeTruthy();
    expect(callsOf("POST /api/events")[0]?.body).toEqual({
      eventType: "Food Drive",
      date: "2026-12-24",
      startTime: "09:00",
      endTime: "11:30",
      address: PLACE,
      note: null,
      maxVolunteers: null,
    });
  });

  test("AEVT-12: or at another address, with a limit and every week", async () => {
    const view = open();
    const { user, press, type, field, callsOf } = view;
    await fillIn(view);
    await user.selectOptions(field(/^Location/), "Other address");
    await type(/^Address/, "9 Pier Road, Waco, TX");
    await type(/^Note for volunteers/, "Closed shoes, please.");
    await type(/^Places for volunteers/, "25");
    await type(/^Weeks in a row/, "4");
    await press("Add event");
    await waitFor(() =>
      expect(callsOf("POST /api/events")[0]?.body).toMatchObject({
        address: "9 Pier Road, Waco, TX",
        note: "Closed shoes, please.",
        maxVolunteers: 25,
        repeatWeekly: 4,
      }),
    );
  });

  test("threat 45: places of military mail and hidden ones are not offered", async () => {
    const { press, field } = open();
    await press("Add event");
    await waitFor(() => expect(within(field(/^Location/)).getAllByRole("option")).toHaveLength(3));
    const options = within(field(/^Location/)).getAllByRole("option");
    expect(options.map(({ textContent }) => textContent)).toEqual([
      "Please choose",
      "Readiness Center, Killeen",
      "Other address",
    ]);
  });

  test("AEVT-06: the five types", async () => {
    const { press } = open();
    await press("Add event");
    const form = within(await screen.findByRole("form", { name: "Add event" }));
    const options = within(form.getByLabelText(/^Type/)).getAllByRole("option");
    expect(options.map(({ textContent }) => textContent)).toEqual([
      "Please choose",
      ...EVENT_TYPES,
    ]);
  });

  test.each([/^Date/, /^Start/, /^End/])("AEVT-10: without %s nothing is sent", async (label) => {
    const view = open();
    await fillIn(view);
    await view.user.selectOptions(view.field(/^Location/), "Readiness Center, Killeen");
    view.pick(label, "");
    await view.press("Add event");
    expect(
      await screen.findByText("Please fill in all required fields including location."),
    ).toBeTruthy();
    expect(view.field(label).getAttribute("aria-invalid")).toBe("true");
    expect(view.callsOf("POST /api/events")).toEqual([]);
  });

  test.each(["Please choose", "Other address"])(
    "AEVT-10: without a location (%s) nothing is sent",
    async (choice) => {
      const view = open();
      await fillIn(view);
      await view.user.selectOptions(view.field(/^Location/), choice);
      await view.press("Add event");
      expect(
        await screen.findByText("Please fill in all required fields including location."),
      ).toBeTruthy();
      const label = choice === "Other address" ? /^Address/ : /^Location/;
      expect(view.field(label).getAttribute("aria-invalid")).toBe("true");
      expect(view.callsOf("POST /api/events")).toEqual([]);
    },
  );

  test("AEVT-11: the first day that can be chosen is today at the organisation", async () => {
    const { press, field } = open();
    await press("Add event");
    await waitFor(() => expect(field(/^Date/).min).toBe("2026-11-21"));
  });

  test.each([
    [503, undefined, "Failed to create event"],
    [409, { message: "This was changed in the meantime." }, "This was changed in the meantime."],
  ])("AEVT-15: a failure (%s) is told, and nothing typed is lost", async (status, body, text) => {
    const view = open({ "POST /api/events": { status, body } });
    await fillIn(view);
    await view.user.selectOptions(view.field(/^Location/), "Readiness Center, Killeen");
    await view.press("Add event");
    expect(await screen.findByText("Error")).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    expect(view.field(/^Date/).value).toBe("2026-12-24");
    expect(view.field(/^Location/).value).toBe(PLACE);
    expectLogged("Add event failed");
  });
});

describe("changing an event", () => {
  test("sends what was changed alone, and says that who joined will be told", async () => {
    const { press, pick, callsOf } = open();
    await press("Edit Food Drive on Dec 5, 2026");
    expect(await screen.findByText(/^Whoever has joined is told by email/)).toBeTruthy();
    pick(/^Start/, "10:00");
    await press("Save event");
    expect(await screen.findByText("The event was saved")).toBeTruthy();
    expect(callsOf("PUT /api/events/:id")[0]).toMatchObject({
      url: `/api/events/${coming.id}`,
      body: { startTime: "10:00" },
    });
  });

  test("an address that is not among the locations stands there to be corrected", async () => {
    const { press, field } = open();
    await press("Edit Food Drive on Dec 5, 2026");
    await waitFor(() => expect(field(/^Address/).value).toBe(coming.address));
    expect(field(/^Location/).value).toBe("other");
  });

  test("what the server says of the limit stands at its field", async () => {
    const message = "12 volunteers have joined already, so the limit cannot be lower than that.";
    const { press, type, field } = open({
      "PUT /api/events/:id": {
        status: 409,
        body: { message, issues: [{ path: "maxVolunteers", message }] },
      },
    });
    await press("Edit Food Drive on Dec 5, 2026");
    await type(/^Places for volunteers/, "3");
    await press("Save event");
    await waitFor(() =>
      expect(field(/^Places for volunteers/).getAttribute("aria-invalid")).toBe("true"),
    );
    expect(await screen.findByText("Update Failed")).toBeTruthy();
    expectLogged("Save event failed");
  });
});

describe("cancelling an event", () => {
  test("the question says how many are mailed, and the reason goes along", async () => {
    const { press, type, callsOf } = open();
    await press("Cancel Food Drive on Dec 5, 2026");
    expect(
      await screen.findByText(/^12 who joined and 3 who wait will be told by email/),
    ).toBeTruthy();
    await type(/^Reason/, "The hall is flooded.");
    await press("Cancel event");
    expect(await screen.findByText("The event was cancelled")).toBeTruthy();
    expect(callsOf("POST /api/events/:id/cancel")[0]).toMatchObject({
      url: `/api/events/${coming.id}/cancel`,
      body: { reason: "The hall is flooded." },
    });
  });

  test("can be let be; of an empty event nobody is told", async () => {
    const { press, callsOf } = open();
    await press("Cancel Fundraiser on Dec 6, 2026");
    expect(await screen.findByText(/^Nobody has joined, so nobody is told/)).toBeTruthy();
    await press("Keep event");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(callsOf("POST /api/events/:id/cancel")).toEqual([]);
  });

  test("a failure is told", async () => {
    const { press } = open({ "POST /api/events/:id/cancel": { status: 503 } });
    await press("Cancel Food Drive on Dec 5, 2026");
    await press("Cancel event");
    expect(await screen.findByText("Failed to cancel event")).toBeTruthy();
    expectLogged("Cancel event failed");
  });

  test("is taken back after a question", async () => {
    const { press, callsOf } = open();
    await press("Reinstate Outreach Event on Dec 5, 2026");
    expect(await screen.findByText(/^2 who joined will be told by email/)).toBeTruthy();
    await press("Reinstate event");
    expect(await screen.findByText("The event takes place after all")).toBeTruthy();
    expect(callsOf("POST /api/events/:id/reinstate")).toHaveLength(1);
  });
});

test("an event nobody joined is deleted after a question; what the server refuses is told", async () => {
  const message =
    "Volunteers have joined this event, so it cannot be deleted. Please cancel it instead.";
  const { press } = open({ "DELETE /api/events/:id": { status: 409, body: { message } } });
  await press("Delete Fundraiser on Dec 6, 2026");
  await press("Delete event");
  expect(await screen.findByText(message)).toBeTruthy();
  expectLogged("The event could not be deleted");
});
