import { screen } from "@testing-library/react";
import type { Shift } from "../data/events/mutations.ts";
import { aShift, homeData } from "./builders.ts";
import { fakeApi } from "./fake-api.ts";
import { logInAsVolunteer } from "./logging-in.ts";
import { renderApp } from "./render-app.tsx";

export const OWN_EVENTS = "GET /api/volunteer/:volunteerId/events";
/** A shift that is in the future whenever the tests run. */
export const upcomingShift = (overrides: Partial<Shift> = {}) =>
  aShift({
    date: "2099-12-05",
    startsAt: "2099-12-05T15:00:00Z",
    endsAt: "2099-12-05T18:30:00Z",
    ...overrides,
  });
export const pastShift = (overrides: Partial<Shift> = {}) =>
  aShift({
    date: "2026-01-10",
    startsAt: "2026-01-10T15:00:00Z",
    endsAt: "2026-01-10T18:30:00Z",
    isJoined: true,
    attendance: "confirmed",
    ...overrides,
  });

/** Renders the dashboard of a volunteer. Their shifts are `server.shifts`. */
export const renderDashboard = (
  shifts: readonly Shift[],
  overrides: Parameters<typeof fakeApi>[0] = {},
) => {
  const server = { shifts };
  logInAsVolunteer();
  const api = fakeApi({
    "GET /api/volunteer/:volunteerId/highlights": { body: [] },
    "GET /api/volunteer/:volunteerId/calendar-feed": { body: { createdAt: null } },
    "GET /api/volunteer/:volunteerId/hours": { body: [] },
    "GET /api/home": { body: homeData() },
    "GET /api/volunteer-event-registrations": {
      body: {
        totalRegistrations: 0,
        totalHours: 0,
        shiftsCompleted: 0,
        packagesPacked: 0,
        firstShift: null,
        handedInHours: 0,
        since: "2026-06-12",
      },
    },
    [OWN_EVENTS]: () => ({ body: server.shifts }),
    ...overrides,
  });
  const view = renderApp("/volunteer-dashboard");
  return { ...api, ...view, server };
};

export const card = (name: string) => screen.findByRole("region", { name });
