import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { api, type ApiOutput } from "#lib/api/api-client.ts";
import { endsSession } from "#lib/api/refusals.ts";
import { DEFAULT_TIME_ZONE } from "#lib/format.ts";
import { endDay } from "#lib/time/day-and-time.ts";
import { toInstant } from "#lib/time/zones.ts";
import { download } from "../download.ts";
import { homeQuery } from "../home/queries.ts";
import { invalidateAfter, mutation } from "../mutation.ts";

const OWN_EVENTS_ENDPOINT = "GET /api/volunteer/:volunteerId/events";

const HOUR_MS = 3_600_000;

const PUBLIC_EVENT_LIMIT = 100;

export type Shift = ApiOutput<typeof OWN_EVENTS_ENDPOINT, "volunteer">[number];

type PublicEvent = ApiOutput<"GET /api/events">[number];

export interface OwnEvents {
  readonly shifts: readonly Shift[];
  /** False if these are the public events, which don't say whether the volunteer has joined. */
  readonly areSignUpsKnown: boolean;
}

const toUnjoinedShift = (event: PublicEvent, timeZone: string): Shift => {
  const startsAt = toInstant(event.date, event.startTime, timeZone);
  const endsAt = toInstant(endDay(event.date, event.endsNextDay), event.endTime, timeZone);
  return {
    ...event,
    startsAt,
    endsAt,
    hours: (Date.parse(endsAt) - Date.parse(startsAt)) / HOUR_MS,
    isJoined: false,
    waitlistPosition: null,
    note: null,
    placesLeft: null,
    registeredVolunteers: 0,
    packagesPacked: 0,
    attendance: null,
    placeIsAwaited: false,
    isWanted: false,
    isCanceled: false,
  };
};

/** The fallback if the volunteer's own events can't be loaded: upcoming events, all marked as not joined (VDASH-46). */
const readPublicEvents = async (client: QueryClient, signal: AbortSignal): Promise<OwnEvents> => {
  const query = { when: "upcoming", sort: "date", limit: PUBLIC_EVENT_LIMIT } as const;
  const events = await api("GET /api/events", { query, signal });
  const home = await client.ensureQueryData(homeQuery).catch(() => undefined);
  const timeZone = home?.settings.timeZone ?? DEFAULT_TIME_ZONE;
  return {
    shifts: events.map((event) => toUnjoinedShift(event, timeZone)),
    areSignUpsKnown: false,
  };
};

const ownEventsQuery = (volunteerId: string) =>
  queryOptions({
    queryKey: [OWN_EVENTS_ENDPOINT, { as: "volunteer", params: { volunteerId } }],
    queryFn: async ({ client, queryKey, signal }): Promise<OwnEvents> => {
      try {
        const shifts = await api(OWN_EVENTS_ENDPOINT, {
          as: "volunteer",
          params: { volunteerId },
          signal,
        });
        return { shifts, areSignUpsKnown: true };
      } catch (error) {
        // If the session has ended or the volunteer's own shifts were loaded before, rethrow the error. The shifts then
        // stay instead of being replaced by the public list.
        const hasOwnShifts = client.getQueryData<OwnEvents>(queryKey)?.areSignUpsKnown === true;
        if (hasOwnShifts || endsSession(error)) throw error;
        return readPublicEvents(client, signal);
      }
    },
    // Spots may have been taken since the page was last open.
    refetchOnMount: "always",
  });

/** Returns upcoming events, and the volunteer's past shifts. */
export const useOwnEvents = (volunteerId: string) => useQuery(ownEventsQuery(volunteerId));

/** "Full" or "already joined" means that the list was outdated. */
const SHIFTS_EFFECT = {
  invalidates: ["GET /api/volunteer/:volunteerId/events", "GET /api/volunteer-event-registrations"],
  evenAfterFailure: true,
} as const;

export const invalidateShifts = (queryClient: QueryClient) =>
  invalidateAfter(queryClient, SHIFTS_EFFECT);

interface Join {
  readonly eventId: string;
  /** Whether to join although another shift is at the same time. */
  readonly anyway: boolean;
}

export const useJoinEvent = mutation("POST /api/volunteer/:volunteerId/events/:eventId/join", {
  request: ({ eventId, anyway }: Join, volunteerId: string) => ({
    as: "volunteer",
    params: { volunteerId, eventId },
    ...(anyway && { body: { anyway } }),
  }),
  ...SHIFTS_EFFECT,
});

export const useLeaveEvent = mutation("DELETE /api/volunteer/:volunteerId/events/:eventId/leave", {
  request: (eventId: string, volunteerId: string) => ({
    as: "volunteer",
    params: { volunteerId, eventId },
  }),
  ...SHIFTS_EFFECT,
});

export const useSaveEventCalendar = download(
  "GET /api/volunteer/:volunteerId/events/:eventId/calendar",
  {
    request: (eventId: string, volunteerId: string) => ({
      as: "volunteer",
      params: { volunteerId, eventId },
    }),
    fallbackName: "shift.ics",
  },
);
