import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { EVENT_TYPES } from "#contracts/choices.ts";
import {
  upcomingEvent,
  type EventsView,
  fillInEvent,
  openEvents,
  CENTER_ADDRESS,
} from "#testing/admin-events.tsx";
import { adminEvent } from "#testing/event-builders.ts";
import { pagesOf, type FakeCall, type FakeResponse } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";

beforeEach(() => logInAsAdmin());

describe("the form for adding an event", () => {
  test("AEVT-04, AEVT-12: sends the name, address, city, state, and ZIP code of a saved location", async () => {
    const view = openEvents();
    const { user, press, field, callsOf } = view;
    await fillInEvent(view);
    await user.selectOptions(field(/^Location/), "Readiness Center, Killeen");
    await press("Add event");
    expect(await screen.findByText("The event was added")).toBeTruthy();
    expect(callsOf("POST /api/events")[0]?.body).toEqual({
      eventType: "Food Drive",
      date: "2098-12-24",
      startTime: "09:00",
      endTime: "11:30",
      address: CENTER_ADDRESS,
      note: null,
      maxVolunteers: null,
    });
  });

  test("adds an event past midnight only if Ends the next day is checked", async () => {
    const view = openEvents();
    const { user, press, pick, field, callsOf } = view;
    await fillInEvent(view);
    pick(/^Start/, "20:00");
    pick(/^End\b/, "02:00");
    await user.selectOptions(field(/^Location/), "Readiness Center, Killeen");
    await press("Add event");
    expect(await screen.findByText("Choose an end time after the start.")).toBeTruthy();
    expect(callsOf("POST /api/events")).toEqual([]);
    await user.click(field(/^Ends the next day/));
    await press("Add event");
    await waitFor(() =>
      expect(callsOf("POST /api/events")[0]?.body).toMatchObject({
        startTime: "20:00",
        endTime: "02:00",
        endsNextDay: true,
      }),
    );
  });

  test("AEVT-12: sends another address, a limit, and weekly repeats", async () => {
    const view = openEvents();
    const { user, press, type, field, callsOf } = view;
    await fillInEvent(view);
    await user.selectOptions(field(/^Location/), "Other address");
    await type(/^Address/, "9 Pier Road, Waco, TX");
    await type(/^Note for volunteers/, "Closed-toe shoes, please.");
    await type(/^Spots for volunteers/, "25");
    await type(/^Number of weekly events/, "4");
    await press("Add event");
    await waitFor(() =>
      expect(callsOf("POST /api/events")[0]?.body).toMatchObject({
        address: "9 Pier Road, Waco, TX",
        note: "Closed-toe shoes, please.",
        maxVolunteers: 25,
        repeatWeekly: 4,
      }),
    );
  });

  test("threat 45: hides military mail and inactive locations from the choices", async () => {
    const { press, field } = openEvents();
    await press("Add event");
    await waitFor(() => expect(within(field(/^Location/)).getAllByRole("option")).toHaveLength(3));
    const options = within(field(/^Location/)).getAllByRole("option");
    expect(options.map(({ textContent }) => textContent)).toEqual([
      "Please choose",
      "Readiness Center, Killeen",
      "Other address",
    ]);
  });

  test("AEVT-06: offers the five event types", async () => {
    const { press } = openEvents();
    await press("Add event");
    const form = within(await screen.findByRole("form", { name: "Add event" }));
    const options = within(form.getByLabelText(/^Type/)).getAllByRole("option");
    expect(options.map(({ textContent }) => textContent)).toEqual([
      "Please choose",
      ...EVENT_TYPES,
    ]);
  });

  test.each([
    ["a date", /^Date/],
    ["a start time", /^Start/],
    ["an end time", /^End\b/],
  ])("AEVT-10: sends nothing without %s", async (_, label) => {
    const view = openEvents();
    await fillInEvent(view);
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
    "AEVT-10: sends nothing without a location (%s)",
    async (choice) => {
      const view = openEvents();
      await fillInEvent(view);
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

  test("AEVT-11: allows no date earlier than today in the organization's time zone", async () => {
    const { press, field } = openEvents();
    await press("Add event");
    await waitFor(() => expect(field(/^Date/).min).toBe("2026-11-21"));
  });

  test.each([
    [503, undefined, "Failed to create event"],
    [
      409,
      { message: "This has changed since you opened it." },
      "This has changed since you opened it.",
    ],
  ])(
    "AEVT-15: shows an error and keeps what was typed when the server responds with %s",
    async (status, body, text) => {
      const view = openEvents({ "POST /api/events": { status, body } });
      await fillInEvent(view);
      await view.user.selectOptions(view.field(/^Location/), "Readiness Center, Killeen");
      await view.press("Add event");
      expect(await screen.findByText("Error")).toBeTruthy();
      expect(screen.getByText(text)).toBeTruthy();
      expect(view.field(/^Date/).value).toBe("2098-12-24");
      expect(view.field(/^Location/).value).toBe(CENTER_ADDRESS);
      expectLogged("Add event failed");
    },
  );
});

describe("the confirmation for a new event", () => {
  const fillInAndSubmit = async (view: EventsView, date?: string) => {
    await fillInEvent(view);
    await view.user.selectOptions(view.field(/^Location/), "Readiness Center, Killeen");
    if (date) view.pick(/^Date/, date);
    await view.press("Add event");
  };
  const duplicateEvent = adminEvent({
    eventType: "Food Drive",
    date: "2098-12-31",
    startTime: "09:00:00",
    endTime: "10:00:00",
    address: CENTER_ADDRESS.toUpperCase(),
  });
  const openEventsWithDuplicate = (existingEvent = duplicateEvent) =>
    openEvents({
      "GET /api/events/with-counts": (call: FakeCall) =>
        pagesOf(call.url.includes("search=") ? [upcomingEvent, existingEvent] : [upcomingEvent])(
          call,
        ),
    });

  test("asks before adding a duplicate, sends nothing on Cancel, and adds the event after confirmation", async () => {
    const view = openEventsWithDuplicate();
    await fillInEvent(view);
    await view.type(/^Number of weekly events/, "2");
    await view.user.selectOptions(view.field(/^Location/), "Readiness Center, Killeen");
    await view.press("Add event");
    const dialog = await screen.findByRole("dialog", { name: "Add this event again?" });
    expect(dialog.textContent).toContain(
      "There's already one at this location: Food Drive, Wednesday, December 31, 2098, 9:00 AM – 10:00 AM.",
    );
    await view.user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    const submitButton = await screen.findByRole("button", { name: "Add event" });
    await waitFor(() => expect(document.activeElement).toBe(submitButton));
    expect(view.callsOf("POST /api/events")).toEqual([]);
    expect(view.field(/^Date/).value).toBe("2098-12-24");
    await view.user.click(submitButton);
    await view.press("Add it again");
    expect(await screen.findByText("The event was added")).toBeTruthy();
    expect(view.callsOf("POST /api/events")).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole("heading", { name: "Add event" })).toBeNull());
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("region", { name: "events" })),
    );
  });

  test.each([
    ["another time", { ...duplicateEvent, startTime: "10:00:00" }],
    ["another day", { ...duplicateEvent, date: "2098-12-25" }],
    ["another place", { ...duplicateEvent, address: `${CENTER_ADDRESS} (back door)` }],
  ])("doesn't ask when the existing event is at %s", async (_, existingEvent) => {
    const view = openEventsWithDuplicate(existingEvent);
    await fillInAndSubmit(view);
    expect(await screen.findByText("The event was added")).toBeTruthy();
  });

  test("asks before adding a past event and returns focus to the button after a failure", async () => {
    const view = openEvents({ "POST /api/events": { status: 503 } });
    await fillInAndSubmit(view, "2020-12-24");
    await screen.findByRole("dialog", { name: "Add a past event?" });
    expect(view.callsOf("POST /api/events")).toEqual([]);
    await view.press("Add it anyway");
    expect(await screen.findByText("Failed to create event")).toBeTruthy();
    const submitButton = screen.getByRole("button", { name: "Add event" });
    await waitFor(() => expect(document.activeElement).toBe(submitButton));
    expectLogged("Add event failed");
  });

  const loseResponse = (): FakeResponse => {
    throw new TypeError("Failed to fetch");
  };

  test.each([
    ["was lost", loseResponse],
    ["was replaced by the platform's", () => ({ status: 504, body: "Gateway Timeout" })],
  ])("doesn't ask when retrying after a response that %s", async (_, respond) => {
    let isStored = false;
    const view = openEvents({
      "GET /api/events/with-counts": (call: FakeCall) =>
        pagesOf(isStored && call.url.includes("search=") ? [duplicateEvent] : [upcomingEvent])(
          call,
        ),
      "POST /api/events": () => {
        if (isStored) return { body: duplicateEvent };
        isStored = true;
        return respond();
      },
    });
    await fillInAndSubmit(view, duplicateEvent.date);
    expect(await screen.findByText(/^Failed to create event/)).toBeTruthy();
    await view.press("Add event");
    expect(await screen.findByText("The event was added")).toBeTruthy();
    const keys = view
      .callsOf("POST /api/events")
      .map(({ headers }) => headers.get("idempotency-key"));
    expect(keys).toEqual([keys[0], keys[0]]);
    expectLogged("Add event failed");
  });

  test("doesn't ask when the duplicate check fails", async () => {
    const view = openEvents({
      "GET /api/events/with-counts": (call: FakeCall) =>
        call.url.includes("search=") ? { status: 503 } : pagesOf([upcomingEvent])(call),
    });
    await fillInAndSubmit(view);
    expect(await screen.findByText("The event was added")).toBeTruthy();
    expectLogged("The check for duplicate events failed");
  });
});

describe("the form for editing an event", () => {
  test("shows the server's error next to the field for a time skipped by daylight saving", async () => {
    const message =
      "2:30 AM doesn't exist on March 14, 2027, because clocks spring forward that night.";
    const { pressInMenu, press, pick, field } = openEvents({
      "PUT /api/events/:id": {
        status: 400,
        body: {
          code: "validation_failed",
          message: "Please check what you have entered.",
          issues: [{ path: "startTime", message }],
        },
      },
    });
    await pressInMenu("Food Drive on Dec 5, 2026", "Edit Food Drive on Dec 5, 2026");
    pick(/^Start/, "02:30");
    await press("Save event");
    expect(await screen.findByText(message)).toBeTruthy();
    expect(field(/^Start/).getAttribute("aria-invalid")).toBe("true");
    await waitFor(() => expect(document.activeElement).toBe(field(/^Start/)));
    expectLogged("Save event failed");
  });

  test("sends only the changes, and offers to tell participants about a move", async () => {
    const { pressInMenu, press, pick, callsOf } = openEvents();
    await pressInMenu("Food Drive on Dec 5, 2026", "Edit Food Drive on Dec 5, 2026");
    await screen.findByLabelText(/^Start/);
    expect(screen.queryByLabelText(/^Tell the/)).toBeNull();
    pick(/^Start/, "10:00");
    const box = screen.getByLabelText<HTMLInputElement>(
      "Tell the 12 people who signed up and the 3 on the waiting list?",
    );
    expect(box.checked).toBe(true);
    await press("Save event");
    expect(await screen.findByText("The event was saved")).toBeTruthy();
    expect(callsOf("PUT /api/events/:id")[0]).toMatchObject({
      url: `/api/events/${upcomingEvent.id}`,
      body: { startTime: "10:00" },
    });
  });

  test("asks whether to tell participants about a new note", async () => {
    const { user, pressInMenu, press, type, callsOf } = openEvents();
    await pressInMenu("Food Drive on Dec 5, 2026", "Edit Food Drive on Dec 5, 2026");
    await type(/^Note for volunteers/, "Bring gloves.");
    const box = screen.getByLabelText<HTMLInputElement>(/^Tell the 12 people who signed up/);
    expect(box.checked).toBe(false);
    await user.click(box);
    await press("Save event");
    expect(await screen.findByText("The event was saved")).toBeTruthy();
    expect(callsOf("PUT /api/events/:id")[0]?.body).toMatchObject({ sendsEmail: true });
  });

  test("selects Other address for an address that matches no saved location", async () => {
    const { pressInMenu, field } = openEvents();
    await pressInMenu("Food Drive on Dec 5, 2026", "Edit Food Drive on Dec 5, 2026");
    await waitFor(() => expect(field(/^Address/).value).toBe(upcomingEvent.address));
    expect(field(/^Location/).value).toBe("other");
  });

  test("shows the server's error about the limit next to its field", async () => {
    const message = "The limit can't be lower than 12, because that many have already signed up.";
    const { pressInMenu, press, type, field } = openEvents({
      "PUT /api/events/:id": {
        status: 409,
        body: { message, issues: [{ path: "maxVolunteers", message }] },
      },
    });
    await pressInMenu("Food Drive on Dec 5, 2026", "Edit Food Drive on Dec 5, 2026");
    await type(/^Spots for volunteers/, "3");
    await press("Save event");
    await waitFor(() =>
      expect(field(/^Spots for volunteers/).getAttribute("aria-invalid")).toBe("true"),
    );
    expect(await screen.findByText("Update Failed")).toBeTruthy();
    expectLogged("Save event failed");
  });
});
