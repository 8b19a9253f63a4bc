import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { anId } from "#testing/builders.ts";
import { aVolunteer } from "#testing/volunteer-builders.ts";
import { adminEvent, aParticipant } from "#testing/event-builders.ts";
import { fakeApi, pagesOf, type FakeCall } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { simulatePhone } from "#testing/phone.ts";
import { renderApp } from "#testing/render-app.tsx";

const ongoingEvent = adminEvent({
  eventType: "Food Drive",
  status: "ongoing",
  registeredVolunteers: 3,
  waitingVolunteers: 1,
  maxVolunteers: 3,
});
const eventWithSpots = { ...ongoingEvent, maxVolunteers: 4 };
const participants = [
  aParticipant({ firstName: "Ruth", lastName: "Alder" }),
  aParticipant({ firstName: "Sam", lastName: "Birch", attendance: "confirmed" }),
  aParticipant({ firstName: "Tom", lastName: "Cedar" }),
];
/** Someone on paper: no login and no email address. */
const paperVolunteer = aVolunteer({ name: "Uma Dogwood", email: null, accountId: null });

const openPage = (overrides: Parameters<typeof fakeApi>[0] = {}, event = ongoingEvent) => {
  const api = fakeApi({
    "GET /api/home": { status: 503 },
    "GET /api/events/:id/roster": {
      body: {
        event,
        waiting: [
          {
            id: anId(),
            personId: anId(),
            volunteerId: null,
            firstName: "Vera",
            lastName: "Elm",
            email: "vera&co@example.org",
            phone: "(817) 555-0100",
            waitingSince: "2026-11-20T15:00:00Z",
          },
        ],
      },
    },
    "GET /api/attendance": pagesOf(participants),
    "PUT /api/attendance/:id": ({ body }: FakeCall) => ({
      body: { ...participants[0], ...(body as object) },
    }),
    "PUT /api/attendance": { body: { message: "Attendance recorded" } },
    "POST /api/attendance": { body: participants[0] },
    "DELETE /api/attendance/:id": { body: { message: "The volunteer was removed from the event" } },
    "GET /api/volunteers": pagesOf([paperVolunteer]),
    ...overrides,
  });
  const view = renderApp(`/dashboard/events?roster=${event.id}`);
  return {
    ...api,
    ...view,
  };
};

beforeEach(() => logInAsAdmin());

describe("a roster", () => {
  test("shows the event, its participants, and the waiting list at its own URL", async () => {
    const { callsOf } = openPage();
    expect(await screen.findByText("Food Drive, Saturday, December 5, 2026")).toBeTruthy();
    expect(screen.getByText("Volunteers: 3 of 3, 1 waiting")).toBeTruthy();
    const list = await screen.findByRole("list", { name: "volunteers" });
    expect(within(list).getAllByRole("listitem")).toHaveLength(3);
    expect(callsOf("GET /api/attendance")[0]?.url).toBe(
      `/api/attendance?sort=lastName&limit=200&offset=0&eventId=${ongoingEvent.id}`,
    );
    const waitingList = screen.getByRole("region", { name: "Waiting list" });
    expect(within(waitingList).getByText("Vera Elm")).toBeTruthy();
  });

  test("has the search and Add volunteer above the names on a phone, and the event's details below", async () => {
    simulatePhone();
    openPage({}, eventWithSpots);
    const name = await screen.findByText("Ruth Alder");
    const isAfterName = (element: Element) =>
      Boolean(name.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING);
    expect(isAfterName(screen.getByText("Food Drive, Saturday, December 5, 2026"))).toBe(false);
    expect(isAfterName(screen.getByRole("searchbox"))).toBe(false);
    expect(isAfterName(screen.getByRole("button", { name: "Add volunteer" }))).toBe(false);
    expect(isAfterName(screen.getByText("Volunteers: 3 of 4, 1 waiting"))).toBe(true);
  });

  test("calls and emails people and, on a tap, whom to call in an emergency", async () => {
    const emergencyContact = { contactName: "Jo Alder", phone: "(512) 555-0199" };
    const { user } = openPage({
      "GET /api/attendance": pagesOf([
        aParticipant({ firstName: "Ruth", lastName: "Alder", emergencyContact }),
        aParticipant({ firstName: "Sam", lastName: "Birch", email: null, phone: "" }),
      ]),
    });
    const phone = await screen.findByRole("link", { name: "(512) 555-0142" });
    expect(phone.getAttribute("href")).toBe("tel:(512) 555-0142");
    expect(screen.getByText("No email or phone")).toBeTruthy();
    const tap = screen.getByText("Emergency contact");
    expect(tap.closest("details")?.open).toBe(false);
    await user.click(tap);
    expect(tap.closest("details")?.open).toBe(true);
    expect(screen.getByText(/^Jo Alder/).textContent).toBe("Jo Alder, (512) 555-0199");
    expect(screen.getByRole("link", { name: "(512) 555-0199" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "(817) 555-0100" })).toBeTruthy();
    const email = screen.getByRole("link", { name: "vera&co@example.org" });
    expect(email.getAttribute("href")).toBe("mailto:vera%26co@example.org");
  });

  test("links back to the list of events", async () => {
    const { currentPath, user } = openPage({
      "GET /api/events/with-counts": pagesOf([]),
      "GET /api/events/stats": { status: 503 },
      "GET /api/admin/overview": { status: 503 },
    });
    await user.click(await screen.findByRole("link", { name: "All events" }));
    await waitFor(() => expect(currentPath()).toBe("/dashboard/events"));
    expect(await screen.findByText("No events yet")).toBeTruthy();
  });

  test("records attendance and clears it when the same button is pressed again", async () => {
    const { press, callsOf } = openPage();
    await press("Ruth Alder: Present");
    await waitFor(() =>
      expect(callsOf("PUT /api/attendance/:id")[0]).toMatchObject({
        url: `/api/attendance/${participants[0]!.id}`,
        body: { attendance: "confirmed" },
      }),
    );
    const samButton = screen.getByRole("button", { name: "Sam Birch: Present" });
    expect(samButton.getAttribute("aria-pressed")).toBe("true");
    await press("Sam Birch: Present");
    await waitFor(() =>
      expect(callsOf("PUT /api/attendance/:id")[1]?.body).toEqual({ attendance: "expected" }),
    );
    await press("Tom Cedar: Absent");
    await waitFor(() =>
      expect(callsOf("PUT /api/attendance/:id")[2]?.body).toEqual({ attendance: "absent" }),
    );
  });

  test("moves focus to the same button for the next or previous person with the arrow keys", async () => {
    const { user } = openPage();
    const absentButton = await screen.findByRole("button", { name: "Ruth Alder: Absent" });
    absentButton.focus();
    await user.keyboard("{ArrowDown}");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Sam Birch: Absent" }));
    await user.keyboard("{ArrowUp}{ArrowUp}");
    expect(document.activeElement).toBe(absentButton);
  });

  test("marks everyone present after a confirmation", async () => {
    const { press, callsOf } = openPage();
    await screen.findByText("Ruth Alder");
    await press("Mark everyone present");
    expect(await screen.findByText(/^2 people haven't been marked yet/)).toBeTruthy();
    await press("Mark all present");
    expect(await screen.findByText("Attendance recorded")).toBeTruthy();
    expect(callsOf("PUT /api/attendance")[0]?.body).toEqual({
      ids: [participants[0]!.id, participants[2]!.id],
      attendance: "confirmed",
    });
  });

  const upcomingEvent = (minutes: number) => ({
    ...ongoingEvent,
    status: "upcoming" as const,
    startsAt: new Date(Date.now() + minutes * 60_000).toISOString(),
  });

  test("checks people in at the door from an hour before the event starts, but not everyone at once", async () => {
    const { press, callsOf } = openPage({}, upcomingEvent(59));
    await press("Ruth Alder: Present");
    await waitFor(() =>
      expect(callsOf("PUT /api/attendance/:id")[0]?.body).toEqual({ attendance: "confirmed" }),
    );
    expect(screen.getByRole("button", { name: "Set hours: Ruth Alder" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Mark everyone present" })).toBeNull();
  });

  test("disables the Present buttons until an hour before the event starts", async () => {
    openPage({}, upcomingEvent(61));
    const presentButton = await screen.findByRole<HTMLButtonElement>("button", {
      name: "Ruth Alder: Present",
    });
    expect(presentButton.disabled).toBe(true);
    expect(screen.queryByRole("button", { name: "Mark everyone present" })).toBeNull();
    expect(
      screen.getByText(/^You can check people in from an hour before the event starts\. Anyone/),
    ).toBeTruthy();
  });

  test("shows an error when attendance can't be recorded", async () => {
    const { press } = openPage({ "PUT /api/attendance/:id": { status: 503 } });
    await press("Ruth Alder: Present");
    expect(
      await screen.findByText("We couldn't record the attendance. Please try again."),
    ).toBeTruthy();
    expectLogged("Attendance could not be recorded");
  });

  test("removes a volunteer after a confirmation", async () => {
    const { press, pressInMenu, callsOf } = openPage();
    await pressInMenu("Ruth Alder", "Remove Ruth Alder");
    await press("Remove");
    expect(await screen.findByText("Ruth Alder was removed")).toBeTruthy();
    expect(callsOf("DELETE /api/attendance/:id")[0]?.url).toBe(
      `/api/attendance/${participants[0]!.id}?sendsEmail=true`,
    );
  });

  test("gives a spot that stayed free to someone who waits, and marks a disabled login", async () => {
    const { press, callsOf } = openPage(
      {
        "GET /api/attendance": pagesOf([
          aParticipant({ firstName: "Ruth", lastName: "Alder", isActive: false }),
        ]),
        "POST /api/volunteers/:id/shifts": { body: { state: "joined", position: null } },
      },
      eventWithSpots,
    );
    expect(await screen.findByText("Disabled")).toBeTruthy();
    await press("Give spot: Vera Elm");
    expect(await screen.findByText("Vera Elm has a spot")).toBeTruthy();
    expect(callsOf("POST /api/volunteers/:id/shifts")[0]?.body).toEqual({
      eventId: ongoingEvent.id,
      waitsIfFull: false,
      sendsEmail: true,
    });
  });

  test("adds a volunteer found by name", async () => {
    const { press, user, callsOf } = openPage({}, eventWithSpots);
    await press("Add volunteer");
    await user.type(await screen.findByLabelText(/^Name or email/), "dog");
    await waitFor(() =>
      expect(callsOf("GET /api/volunteers").at(-1)?.url).toBe(
        `/api/volunteers?search=dog&isActive=true&withoutEventId=${ongoingEvent.id}&sort=name&limit=8`,
      ),
    );
    await press("Add Uma Dogwood");
    expect(await screen.findByText("Uma Dogwood was added")).toBeTruthy();
    expect(callsOf("POST /api/attendance")[0]?.body).toEqual({
      eventId: ongoingEvent.id,
      volunteerId: paperVolunteer.id,
      sendsEmail: true,
    });
  });

  test("asks before it adds someone who has another shift at that time", async () => {
    const message =
      "Food Drive overlaps with Letters, which Uma Dogwood has already signed up for.";
    const { press, user, callsOf } = openPage(
      {
        "POST /api/attendance": ({ body }) =>
          (body as { anyway?: boolean }).anyway
            ? { body: participants[0] }
            : { status: 409, body: { message, code: "overlaps" } },
      },
      eventWithSpots,
    );
    await press("Add volunteer");
    await press("Add Uma Dogwood");
    const name = "Two shifts at the same time?";
    const dialog = within(await screen.findByRole("dialog", { name }));
    expect(dialog.getByText(message)).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Add anyway" }));
    expect(await screen.findByText("Uma Dogwood was added")).toBeTruthy();
    expect(callsOf("POST /api/attendance").map(({ body }) => body)).toEqual([
      { eventId: ongoingEvent.id, volunteerId: paperVolunteer.id, sendsEmail: true },
      { eventId: ongoingEvent.id, volunteerId: paperVolunteer.id, sendsEmail: true, anyway: true },
    ]);
    expect(screen.queryByRole("dialog", { name })).toBeNull();
  });

  test("sets when someone came and left, and how many hours count", async () => {
    const { user, callsOf } = openPage();
    await user.click(await screen.findByRole("button", { name: "3.50 hours: Sam Birch" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Hours of Sam Birch" }));
    await user.type(dialog.getByLabelText(/^Check-in/), "09:40");
    await user.type(dialog.getByLabelText(/^Hours/), "2.75");
    await user.click(dialog.getByRole("button", { name: "Save hours" }));
    expect(await screen.findByText("The hours of Sam Birch are saved")).toBeTruthy();
    expect(callsOf("PUT /api/attendance/:id")[0]?.body).toEqual({
      checkedIn: "09:40",
      checkedOut: null,
      hours: 2.75,
    });
  });

  test("doesn't offer to add volunteers once the event is full", async () => {
    openPage();
    expect(
      await screen.findByText("All spots are taken. To add someone, raise the number of spots."),
    ).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Add volunteer" })).toBeNull();
  });

  test("says that the event is full when a volunteer can't be added", async () => {
    const message = "All spots for this event are taken.";
    const { press } = openPage(
      { "POST /api/attendance": { status: 409, body: { message } } },
      eventWithSpots,
    );
    await press("Add volunteer");
    await press("Add Uma Dogwood");
    expect(await screen.findByText(message)).toBeTruthy();
    expectLogged("The volunteer could not be added");
  });

  test("offers a retry when the event can't be loaded", async () => {
    openPage({ "GET /api/events/:id/roster": { status: 503 } });
    expect(await screen.findByText("We couldn't load the event")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  });
});
