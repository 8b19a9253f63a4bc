import { fireEvent, screen, within } from "@testing-library/react";
import { aLocation, anOverview } from "./builders.ts";
import { adminEvent } from "./event-builders.ts";
import { fakeApi, pagesOf, type FakeCall } from "./fake-api.ts";
import { renderApp } from "./render-app.tsx";

export const upcomingEvent = adminEvent({
  eventType: "Food Drive",
  registeredVolunteers: 12,
  waitingVolunteers: 3,
  maxVolunteers: 12,
});
export const emptyEvent = adminEvent({ eventType: "Fundraiser", date: "2026-12-06" });
const canceledEvent = adminEvent({
  eventType: "Outreach Event",
  isActive: false,
  registeredVolunteers: 2,
});
const pastEvent = adminEvent({
  eventType: "Community Outreach",
  date: "2026-11-01",
  status: "past",
  packagesPacked: 240,
});
export const ongoingEvent = (number: number) =>
  adminEvent({ eventType: "Care Package Assembly", address: `Hall ${number}`, status: "ongoing" });

const readinessCenter = aLocation({ name: "Readiness Center" });
export const CENTER_ADDRESS = "Readiness Center, 36000 Darnall Loop, Killeen, TX 76544";

/** Renders the events section. Lists, locations and responses have defaults. */
export const openEvents = (
  overrides: Parameters<typeof fakeApi>[0] = {},
  search = "",
  ongoingEvents = [ongoingEvent(1)],
) => {
  const api = fakeApi({
    "GET /api/home": { status: 503 },
    "GET /api/admin/overview": { body: anOverview({ volunteerHours: 86.5 }) },
    "GET /api/events/stats": {
      body: { upcoming: 7, ongoing: 1, volunteersExpected: 31, today: "2026-11-21" },
    },
    "GET /api/events/with-counts": (call: FakeCall) => {
      const whenFilter = new URL(call.url, "http://site.test").searchParams.get("when");
      if (whenFilter === "ongoing") return pagesOf(ongoingEvents)(call);
      return pagesOf(
        whenFilter === "past" ? [pastEvent] : [upcomingEvent, emptyEvent, canceledEvent],
      )(call);
    },
    "GET /api/locations": pagesOf([
      readinessCenter,
      aLocation({ name: "Unit 5", city: "APO", isMilitaryMail: true }),
      aLocation({ name: "Closed Annex", isActive: false }),
    ]),
    "POST /api/events": { body: adminEvent() },
    "PUT /api/events/:id": { body: upcomingEvent },
    "GET /api/events/:id/announcement": { body: { announcedAt: null, recipients: 41 } },
    "POST /api/events/:id/announcement": { body: { recipients: 41 } },
    "POST /api/events/:id/cancel": { body: upcomingEvent },
    "POST /api/events/:id/reinstate": { body: canceledEvent },
    "DELETE /api/events/:id": { body: { message: "Event deleted" } },
    ...overrides,
  });
  const view = renderApp(`/dashboard/events${search}`);
  const field = (label: RegExp) =>
    within(screen.getByRole("form")).getByLabelText<HTMLInputElement>(label);
  return {
    ...api,
    ...view,
    field,
    /** Sets a date or time input the way its picker does. */
    pick: (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } }),
    type: (label: RegExp, text: string) => view.retype(field(label), text),
  };
};
export type EventsView = ReturnType<typeof openEvents>;

export const fillInEvent = async ({ press, pick, user, field }: EventsView) => {
  await press("Add event");
  await user.selectOptions(field(/^Type/), "Food Drive");
  pick(/^Date/, "2098-12-24");
  pick(/^Start/, "09:00");
  pick(/^End\b/, "11:30");
  await within(field(/^Location/)).findByRole("option", { name: "Readiness Center, Killeen" });
};
