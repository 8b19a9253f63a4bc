import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { anEvent, SESSION, aShift, volunteerRecord } from "#testing/builders.ts";
import { waitForAssertion, advanceTime, stopClock } from "#testing/clock.ts";
import type { FakeResponse } from "#testing/fake-api.ts";
import { hasTokens } from "#testing/fake-supabase.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { card, upcomingShift, renderDashboard, OWN_EVENTS } from "#testing/volunteer-dashboard.tsx";
import { toasts } from "#ui/messages/toast.ts";

const JOIN_ENDPOINT = "POST /api/volunteer/:volunteerId/events/:eventId/join";
const LEAVE_ENDPOINT = "DELETE /api/volunteer/:volunteerId/events/:eventId/leave";

const failConnection = () => Promise.reject<FakeResponse>(new TypeError("Failed to fetch"));

describe("upcoming shifts", () => {
  test("VDASH-35, VDASH-36: show type, date, times, address with a map link, and a button", async () => {
    renderDashboard([upcomingShift({ note: "Closed-toe shoes, please." })]);
    const row = await within(await card("Upcoming Shifts")).findByRole("listitem");
    expect(row.textContent).toContain("Care Package Assembly");
    expect(row.textContent).toContain("Saturday, December 5, 2099");
    expect(row.textContent).toContain("9:00 AM – 12:30 PM");
    expect(row.textContent).toContain("Closed-toe shoes, please.");
    const mapLink = within(row).getByRole("link", { name: /^410 Lantern Street/ });
    expect(mapLink.getAttribute("href")).toBe(
      "https://www.google.com/maps/search/?api=1&query=410%20Lantern%20Street%2C%20Fort%20Worth%2C%20TX%2076102",
    );
    expect(within(row).getByRole("button", { name: "Join Shift" })).toBeTruthy();
  });

  test.each([
    [{ placesLeft: 3 }, "3 spots left", "Join Shift"],
    [{ placesLeft: 1 }, "1 spot left", "Join Shift"],
    [{ placesLeft: 0 }, "Full, but you can join the waiting list", "Join Waiting List"],
    [{ placesLeft: 0, waitlistPosition: 2 }, "You're number 2 on the waiting list", "Cancel"],
    [{ placesLeft: 0, isJoined: true }, "You're signed up", "Cancel"],
  ] as const)("VDASH-36: show %o as %s", async (state, note, buttonName) => {
    renderDashboard([upcomingShift(state)]);
    expect(await screen.findByText(note)).toBeTruthy();
    expect(screen.getByRole("button", { name: buttonName })).toBeTruthy();
  });

  test("VDASH-37: show the empty state", async () => {
    renderDashboard([]);
    expect(await screen.findByText("No upcoming shifts available")).toBeTruthy();
  });

  test("VDASH-39: appear soonest first, without shifts that have started", async () => {
    renderDashboard([
      upcomingShift({ eventType: "Food Drive", startsAt: "2099-12-06T15:00:00Z" }),
      upcomingShift({ eventType: "Fundraiser" }),
      aShift({ startsAt: "2026-01-01T00:00:00Z", endsAt: "2099-01-01T00:00:00Z" }),
    ]);
    const list = within(await card("Upcoming Shifts"));
    await list.findByText("Fundraiser");
    const shiftTypes = list
      .getAllByRole("heading", { level: 3 })
      .map(({ textContent }) => textContent);
    expect(shiftTypes).toEqual(["Fundraiser", "Food Drive"]);
  });

  test("VDASH-39, VDASH-40: become ongoing and then completed as time passes, and their hours are fetched", async () => {
    stopClock();
    vi.setSystemTime("2026-12-05T14:59:00Z");
    const shift = aShift({ isJoined: true, attendance: "expected" });
    const { callsOf, server } = renderDashboard([shift]);
    await waitForAssertion(() => screen.getByText("You're signed up"));
    await advanceTime(90_000);
    expect(screen.getByText("Happening now. You're signed up.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull();
    expect(screen.getByText("No recent activity")).toBeTruthy();
    const readCount = callsOf(OWN_EVENTS).length;
    server.shifts = [{ ...shift, attendance: "confirmed" }];
    await advanceTime(3.5 * 60 * 60 * 1000);
    await waitForAssertion(() => screen.getByText("3.5 hours"));
    expect(callsOf(OWN_EVENTS).length).toBe(readCount + 1);
    expect(callsOf("GET /api/volunteer-event-registrations")).toHaveLength(2);
  });

  test("VDASH-35, VDASH-36: show three shifts and every shift the volunteer joined at first, with the next one marked, and the rest on request", async () => {
    const manyShifts = Array.from({ length: 9 }, (_, index) =>
      upcomingShift({ eventType: `Shift ${index}`, isJoined: index >= 7 }),
    );
    const { press } = renderDashboard(manyShifts);
    const list = within(await card("Upcoming Shifts"));
    await list.findByText("Shift 8");
    expect(list.getAllByRole("listitem")).toHaveLength(5);
    const nextShift = list.getByRole("heading", { name: /Shift 7/ }).closest("li");
    expect(nextShift?.textContent).toMatch(
      /Your next shift.*Saturday, December 5, 2099.*9:00 AM – 12:30 PM.*410 Lantern Street/,
    );
    expect(within(nextShift!).getByRole("button", { name: "Cancel" })).toBeTruthy();
    expect(screen.getByRole("article", { name: "Your next shift" }).textContent).toContain(
      "Shift 7",
    );
    await press("Show all 9");
    expect(list.getAllByRole("listitem")).toHaveLength(9);
    expect(document.activeElement?.textContent).toBe("Show fewer");
    await press("Show fewer");
    expect(list.getAllByRole("listitem")).toHaveLength(5);
  });
});

describe("the volunteer's next shift", () => {
  test("comes first, with its date, time, place, note, number of other volunteers, and a calendar file", async () => {
    stopClock();
    vi.setSystemTime("2099-12-01T15:00:00Z");
    renderDashboard([
      upcomingShift({
        eventType: "Fundraiser",
        startsAt: "2099-12-03T15:00:00Z",
        date: "2099-12-03",
      }),
      upcomingShift({ isJoined: true, registeredVolunteers: 8, note: "Closed-toe shoes, please." }),
      upcomingShift({ eventType: "Food Drive", isJoined: true, startsAt: "2099-12-06T15:00:00Z" }),
    ]);
    await waitForAssertion(() => screen.getByRole("article", { name: "Your next shift" }));
    const nextShiftCard = within(screen.getByRole("article", { name: "Your next shift" }));
    for (const text of [
      "Care Package Assembly",
      "In 4 days",
      "Saturday, December 5, 2099",
      /^9:00 AM – 12:30 PM/,
      "Closed-toe shoes, please.",
      "7 others have signed up.",
    ]) {
      expect(nextShiftCard.getByText(text)).toBeTruthy();
    }
    expect(nextShiftCard.getByRole("link", { name: /^410 Lantern Street/ })).toBeTruthy();
    expect(nextShiftCard.getByRole("button", { name: "Add to calendar" })).toBeTruthy();
    expect(screen.getAllByRole("heading", { level: 2 })[0]?.textContent).toBe("Your next shift");
    expect(screen.queryByText(/^Pick your next shift/)).toBeNull();
  });

  test.each([
    [1, "You're the first to sign up."],
    [2, "1 other has signed up."],
  ])('says for %i registered volunteers: "%s"', async (registeredVolunteers, text) => {
    renderDashboard([upcomingShift({ isJoined: true, registeredVolunteers })]);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  test("doesn't appear if no shift is joined, and the list offers three shifts with open spots, then all shifts on request", async () => {
    const { press } = renderDashboard([
      upcomingShift({ eventType: "Full", placesLeft: 0 }),
      ...[0, 1, 2, 3].map((index) => upcomingShift({ eventType: `Free ${index}`, placesLeft: 2 })),
    ]);
    expect(await screen.findByText(/^Pick your next shift/)).toBeTruthy();
    expect(screen.queryByRole("article", { name: "Your next shift" })).toBeNull();
    const readNames = () =>
      screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
    expect(readNames()).toEqual(["Free 0", "Free 1", "Free 2"]);
    await press("Show all 5");
    expect(readNames()).toEqual(["Full", "Free 0", "Free 1", "Free 2", "Free 3"]);
  });
});

describe("joining a shift", () => {
  test("VDASH-38, VDASH-41, VDASH-47, VDASH-49: confirms, updates the list and keeps the focus", async () => {
    const shift = upcomingShift({ placesLeft: 3 });
    const page = renderDashboard([shift], {
      [JOIN_ENDPOINT]: () => {
        page.server.shifts = [{ ...shift, isJoined: true, attendance: "expected" }];
        return { body: { message: "ok", status: "joined", waitlistPosition: null } };
      },
    });
    await page.press("Join Shift");
    expect(await screen.findByText("Successfully joined event!")).toBeTruthy();
    expect(screen.getByText("You've been registered for this shift.")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Cancel" }));
    expect(page.callsOf(JOIN_ENDPOINT)[0]?.url).toMatch(new RegExp(`/events/${shift.id}/join$`));
    expect(page.callsOf("GET /api/volunteer-event-registrations")).toHaveLength(2);
  });

  test("joins the waiting list if the shift is full, and shows the position", async () => {
    const shift = upcomingShift({ placesLeft: 0 });
    const page = renderDashboard([shift], {
      [JOIN_ENDPOINT]: () => {
        page.server.shifts = [{ ...shift, waitlistPosition: 2 }];
        return { body: { message: "ok", status: "waitlisted", waitlistPosition: 2 } };
      },
    });
    await page.press("Join Waiting List");
    expect(await screen.findByText("You're on the waiting list")).toBeTruthy();
    expect(screen.getByText("You're number 2 on the waiting list")).toBeTruthy();
    expect(screen.queryByText("Successfully joined event!")).toBeNull();
  });

  test("VDASH-50: shows the server's message and refreshes the list if joining fails", async () => {
    const shift = upcomingShift();
    const page = renderDashboard([shift], {
      [JOIN_ENDPOINT]: () => {
        page.server.shifts = [{ ...shift, isJoined: true, attendance: "expected" }];
        return { status: 409, body: { message: "You've already signed up for this event." } };
      },
    });
    await page.press("Join Shift");
    expect(await screen.findByText("Error joining event")).toBeTruthy();
    expect(screen.getByText("You've already signed up for this event.")).toBeTruthy();
    expect(screen.getByText("You're signed up")).toBeTruthy();
    expectLogged("A shift could not be joined");
  });

  test("VDASH-21: opens the login if the session has ended, and returns to that shift", async () => {
    const shifts = ["Sorting", "Labels", "Letters", "Loading"].map((eventType) =>
      upcomingShift({ eventType, placesLeft: 3 }),
    );
    const page = renderDashboard(shifts, {
      [JOIN_ENDPOINT]: { status: 401 },
      "POST /api/volunteer/login": {
        body: {
          volunteer: volunteerRecord(),
          session: { ...SESSION, accessToken: "volunteer" },
        },
      },
    });
    await page.press("Show all 4");
    const requestedHeading = await screen.findByRole("heading", { name: "Loading" });
    const row = requestedHeading.closest("li")!;
    await page.user.click(within(row).getByRole("button", { name: "Join Shift" }));
    expect(await screen.findByText("Access Denied")).toBeTruthy();
    expectLogged("A shift could not be joined");
    const dialog = within(await screen.findByRole("dialog", { name: "Volunteer Login" }));
    expect(page.currentPath()).toBe("/");
    await page.user.type(dialog.getByLabelText("Email"), "grace@example.org");
    await page.user.type(dialog.getByLabelText("Password"), "secret");
    const [, a, b] = /(\d+) \+ (\d+)/.exec(dialog.getByText(/^What is /).textContent ?? "") ?? [];
    await page.user.type(dialog.getByLabelText(/^What is /), String(Number(a) + Number(b)));
    await page.user.click(dialog.getByRole("button", { name: "Log in" }));
    await waitFor(() =>
      expect(page.currentPath()).toBe(`/volunteer-dashboard?shift=${shifts.at(-1)?.id}`),
    );
    const shiftHeading = await screen.findByRole("heading", { name: "Loading" });
    await waitFor(() => expect(document.activeElement).toBe(shiftHeading));
  });

  test("VDASH-50: keeps the list while offline, and joins on the next try", async () => {
    let isConnected = false;
    const shift = upcomingShift({ placesLeft: 3 });
    const joinedResponse = { body: { message: "ok", status: "joined", waitlistPosition: null } };
    const page = renderDashboard([shift], {
      [JOIN_ENDPOINT]: () => (isConnected ? joinedResponse : failConnection()),
    });
    await screen.findByText("3 spots left");
    const shifts = page.server.shifts;
    Object.defineProperty(page.server, "shifts", {
      get: () => {
        if (!isConnected) throw new TypeError("Failed to fetch");
        return shifts.map((ownShift) => ({ ...ownShift, isJoined: true, attendance: "expected" }));
      },
    });
    await page.press("Join Shift");
    expect(await screen.findByText("Unable to join this event at the moment.")).toBeTruthy();
    expectLogged("A shift could not be joined");
    expect(screen.getByText("This may be out of date")).toBeTruthy();
    expect(screen.getByText("3 spots left")).toBeTruthy();
    isConnected = true;
    await page.press("Join Shift");
    expect(await screen.findByText("You're signed up")).toBeTruthy();
    expect(screen.queryByText("This may be out of date")).toBeNull();
  });
});

describe("leaving a shift", () => {
  test("VDASH-38, VDASH-48, VDASH-51: asks first, then confirms", async () => {
    const shift = upcomingShift({ isJoined: true, attendance: "expected" });
    const page = renderDashboard([shift], {
      [LEAVE_ENDPOINT]: () => {
        page.server.shifts = [{ ...shift, isJoined: false, attendance: null }];
        return { body: { message: "ok" } };
      },
    });
    await page.press("Cancel");
    const dialog = within(await screen.findByRole("dialog", { name: "Cancel your shift?" }));
    await page.user.click(dialog.getByRole("button", { name: "Keep my shift" }));
    expect(page.callsOf(LEAVE_ENDPOINT)).toEqual([]);
    await page.press("Cancel");
    await page.press("Cancel my shift");
    expect(await screen.findByText("Left event")).toBeTruthy();
    expect(await screen.findByRole("button", { name: "Join Shift" })).toBeTruthy();
    expect(page.callsOf(LEAVE_ENDPOINT)[0]?.url).toMatch(new RegExp(`/events/${shift.id}/leave$`));
  });

  test.each([true, false])(
    "says that the spot will go to someone else only if someone is waiting: %s",
    async (placeIsAwaited) => {
      const page = renderDashboard([
        upcomingShift({ isJoined: true, attendance: "expected", placeIsAwaited }),
      ]);
      await page.press("Cancel");
      const dialog = await screen.findByRole("dialog", { name: "Cancel your shift?" });
      const notice = within(dialog).queryByText(/Your spot will go to someone else\.$/);
      expect(notice !== null).toBe(placeIsAwaited);
      expect(within(dialog).getByText(/^Care Package Assembly on /)).toBeTruthy();
    },
  );

  test("names the waiting list in the confirmation if the volunteer is on it", async () => {
    const page = renderDashboard([upcomingShift({ placesLeft: 0, waitlistPosition: 4 })], {
      [LEAVE_ENDPOINT]: { body: { message: "ok" } },
    });
    await page.press("Cancel");
    const dialog = within(await screen.findByRole("dialog", { name: "Leave the waiting list?" }));
    expect(dialog.getByText(/You're number 4 now/)).toBeTruthy();
    await page.press("Leave the list");
    expect(await screen.findByText("Left waiting list")).toBeTruthy();
  });

  test("VDASH-52: shows an error and keeps the spot if leaving fails", async () => {
    const page = renderDashboard([upcomingShift({ isJoined: true, attendance: "expected" })], {
      [LEAVE_ENDPOINT]: { status: 409, body: { message: "This event has already started." } },
    });
    await page.press("Cancel");
    await page.press("Cancel my shift");
    expect(await screen.findByText("Error leaving event")).toBeTruthy();
    expect(screen.getByText("This event has already started.")).toBeTruthy();
    expect(screen.getByText("You're signed up")).toBeTruthy();
    expectLogged("Could not cancel the shift");
  });
});

describe("when the volunteer's own events fail to load", () => {
  test("VDASH-45, VDASH-46: shows all events as not joined, with a notice", async () => {
    const event = anEvent({ date: "2099-12-31", startTime: "23:45:00", endTime: "23:59:00" });
    const { callsOf, user } = renderDashboard([], {
      [OWN_EVENTS]: { status: 500 },
      "GET /api/events": { body: [event] },
    });
    const shiftsCard = within(await card("Upcoming Shifts"));
    expect(await shiftsCard.findByText("Thursday, December 31, 2099")).toBeTruthy();
    expect(shiftsCard.getByRole("button", { name: "Join Shift" })).toBeTruthy();
    expect(shiftsCard.getByText("We couldn't load your sign-ups")).toBeTruthy();
    expect(callsOf("GET /api/events")[0]?.url).toContain("when=upcoming");
    expect(screen.queryByText("No recent activity")).toBeNull();
    expect(screen.getByText("We couldn't load your activity")).toBeTruthy();
    await user.click(shiftsCard.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(callsOf(OWN_EVENTS)).toHaveLength(2));
  });

  test("NOTE-11: shows an error with a retry button, not an empty list, if all events fail to load as well", async () => {
    renderDashboard([], {
      [OWN_EVENTS]: { status: 500 },
      "GET /api/events": { status: 500 },
    });
    const shiftsCard = within(await card("Upcoming Shifts"));
    expect(await shiftsCard.findByText("We couldn't load the shifts")).toBeTruthy();
    expect(shiftsCard.getByRole("button", { name: "Try again" })).toBeTruthy();
    expect(screen.queryByText("No upcoming shifts available")).toBeNull();
  });

  test("threat 10: logs out a volunteer whose account has been closed and says why", async () => {
    const { currentPath, callsOf } = renderDashboard([], {
      [OWN_EVENTS]: { status: 403 },
    });
    expect(await screen.findByText("Access Denied")).toBeTruthy();
    expect(
      screen.getByText("Your volunteer account isn't active. Please contact us."),
    ).toBeTruthy();
    await waitFor(() => expect(currentPath()).toBe("/"));
    expect(hasTokens("volunteer")).toBe(false);
    expect(localStorage.getItem("volunteer-auth")).toBeNull();
    expect(callsOf("GET /api/events")).toEqual([]);
  });
});

test.each([401, 403])(
  "threat 10: shows only one message when the next request is refused with %i",
  async (refusalStatus) => {
    let status = 200;
    const page = renderDashboard([], {
      [OWN_EVENTS]: () => (status === 200 ? { body: [upcomingShift()] } : { status }),
      [JOIN_ENDPOINT]: () => ({ status }),
    });
    await screen.findByText("Saturday, December 5, 2099");
    const toastTitles: (string | undefined)[] = [];
    const unsubscribe = toasts.subscribe(() => toastTitles.push(toasts.current()?.title));
    onTestFinished(unsubscribe);
    status = refusalStatus;
    await page.press("Join Shift");
    await waitFor(() => expect(page.currentPath()).toBe("/"));
    expectLogged("A shift could not be joined");
    expect(toastTitles).toEqual(["Access Denied"]);
    // The cache must not keep data for the next volunteer in this tab.
    const cachedQueries = page.queryClient.getQueryCache().getAll();
    expect(cachedQueries.filter(({ queryHash }) => queryHash.includes('"volunteer"'))).toEqual([]);
  },
);

test("shows a notice while offline and keeps the content", async () => {
  renderDashboard([upcomingShift()]);
  await screen.findByText("Saturday, December 5, 2099");
  const onlineSpy = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void dispatchEvent(new Event("offline")));
  expect(screen.getByText("You're offline")).toBeTruthy();
  expect(screen.getByText("Saturday, December 5, 2099")).toBeTruthy();
  onlineSpy.mockRestore();
  act(() => void dispatchEvent(new Event("online")));
  expect(screen.queryByText("You're offline")).toBeNull();
});
