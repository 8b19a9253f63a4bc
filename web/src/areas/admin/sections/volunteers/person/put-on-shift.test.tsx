import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { adminEvent } from "#testing/event-builders.ts";
import { fakeApi, pagesOf } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { aVolunteerRecord, volunteerPageReads } from "#testing/volunteer-builders.ts";

const eventWithSpots = adminEvent({
  eventType: "Food Drive",
  maxVolunteers: 5,
  registeredVolunteers: 2,
});
const fullEvent = adminEvent({
  eventType: "Care Package Assembly",
  maxVolunteers: 2,
  registeredVolunteers: 2,
});
const waitlistEntry = {
  id: crypto.randomUUID(),
  eventId: fullEvent.id,
  eventType: fullEvent.eventType,
  date: fullEvent.date,
  startTime: fullEvent.startTime,
  endTime: fullEvent.endTime,
  endsNextDay: false,
  isCanceled: false,
  position: 2,
};
const volunteer = aVolunteerRecord({ waitlistEntries: [waitlistEntry] });

const visit = async (overrides: Parameters<typeof fakeApi>[0] = {}, person = volunteer) => {
  const api = fakeApi({
    ...volunteerPageReads(person),
    "GET /api/events/with-counts": pagesOf([eventWithSpots, fullEvent]),
    ...overrides,
  });
  const view = renderApp(`/dashboard/volunteers/people/${volunteer.id}`);
  await view.user.click(await screen.findByRole("button", { name: "Add to a shift" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Put Grace Turner on a shift" }));
  return { ...api, ...view, dialog };
};

beforeEach(() => logInAsAdmin());

describe("putting a volunteer on a shift from their page", () => {
  test("emails them unless the box is unchecked", async () => {
    const { user, dialog, callsOf } = await visit({
      "POST /api/volunteers/:id/shifts": { body: { state: "joined", position: null } },
    });
    const [{ url } = { url: "" }] = callsOf("GET /api/events/with-counts");
    // Canceled shifts and the volunteer's own aren't offered.
    expect(Object.fromEntries(new URL(url, "http://site.test").searchParams)).toMatchObject({
      when: "upcoming",
      isActive: "true",
      withoutVolunteerId: volunteer.id,
    });
    await user.click(dialog.getByLabelText(/Email the volunteer/));
    await user.click(await dialog.findByRole("button", { name: /^Add to shift: Food Drive/ }));
    expect(await screen.findByText(/Grace Turner was added to Food Drive/)).toBeTruthy();
    expect(callsOf("POST /api/volunteers/:id/shifts").map(({ body }) => body)).toEqual([
      { eventId: eventWithSpots.id, waitsIfFull: false, sendsEmail: false },
    ]);
  });

  test.each([
    ["someone at another person's mailbox", "tom@example.org", true],
    ["someone without a mailbox", null, false],
  ])("offers an email to %s: %s", async (_, contactEmail, isOffered) => {
    const { dialog } = await visit({}, { ...volunteer, email: null, contactEmail });
    expect(dialog.queryByLabelText(/Email the volunteer/) !== null).toBe(isOffered);
    expect(dialog.queryByText(/has no email address/) !== null).toBe(!isOffered);
  });

  test("offers the waiting list if the shift is full", async () => {
    const { user, dialog, callsOf } = await visit({
      "POST /api/volunteers/:id/shifts": { body: { state: "waitlisted", position: 3 } },
    });
    await user.click(
      await dialog.findByRole("button", { name: /^Add to waiting list: Care Package Assembly/ }),
    );
    expect(await screen.findByText(/Grace Turner is number 3 in line/)).toBeTruthy();
    expect(callsOf("POST /api/volunteers/:id/shifts")[0]?.body).toMatchObject({
      eventId: fullEvent.id,
      waitsIfFull: true,
    });
  });

  test("asks before it adds them to a second shift at the same time", async () => {
    const message =
      "Food Drive overlaps with Letters, which Grace Turner has already signed up for.";
    const { user, dialog, callsOf } = await visit({
      "POST /api/volunteers/:id/shifts": ({ body }) =>
        (body as { anyway?: boolean }).anyway
          ? { body: { state: "joined", position: null } }
          : { status: 409, body: { message, code: "overlaps" } },
    });
    await user.click(await dialog.findByRole("button", { name: /^Add to shift: Food Drive/ }));
    expect(await screen.findByText(message)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(callsOf("POST /api/volunteers/:id/shifts")).toHaveLength(1);
    await user.click(dialog.getByRole("button", { name: /^Add to shift: Food Drive/ }));
    await user.click(await screen.findByRole("button", { name: "Add anyway" }));
    expect(await screen.findByText(/Grace Turner was added to Food Drive/)).toBeTruthy();
    expect(callsOf("POST /api/volunteers/:id/shifts").at(-1)?.body).toMatchObject({ anyway: true });
  });

  test("says when someone has taken the last spot in the meantime", async () => {
    const message = "All spots for this event are taken.";
    const { user, dialog } = await visit({
      "POST /api/volunteers/:id/shifts": { status: 409, body: { message, code: "event_full" } },
    });
    await user.click(await dialog.findByRole("button", { name: /^Add to shift: Food Drive/ }));
    expect(await screen.findByText(message)).toBeTruthy();
    expectLogged("The volunteer could not be added to the shift");
  });

  test("takes them off a waiting list after a confirmation", async () => {
    const { user, dialog, callsOf } = await visit({
      "DELETE /api/waitlist-entries/:id": { body: { message: "Off the list" } },
    });
    await user.click(dialog.getByRole("button", { name: "Close" }));
    const shifts = within(screen.getByRole("region", { name: "Shifts" }));
    expect(shifts.getByText("Number 2 in line")).toBeTruthy();
    await user.click(shifts.getByRole("button", { name: /^More for Care Package Assembly/ }));
    await user.click(
      await screen.findByRole("menuitem", { name: "Remove from the list: Grace Turner" }),
    );
    await user.click(await screen.findByRole("button", { name: "Remove from the list" }));
    await waitFor(() =>
      expect(callsOf("DELETE /api/waitlist-entries/:id")[0]?.url).toContain(waitlistEntry.id),
    );
  });
});
