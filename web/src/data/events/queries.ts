import { queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";
import { api, type ApiOutput } from "../../lib/api-client.ts";
import { DEFAULT_TIME_ZONE } from "../../lib/format.ts";
import { endsVisit } from "../../lib/refusals.ts";
import { momentAt } from "../../lib/zones.ts";
import { homeQuery } from "../home/queries.ts";
import { keyOf } from "../read-query.ts";

const OWN_EVENTS = "GET /api/volunteer/:volunteerId/events";
const HOUR = 3_600_000;
const SHOWN_WITHOUT_OWN = 100;

export type Shift = ApiOutput<typeof OWN_EVENTS, "volunteer">[number];
type PublicEvent = ApiOutput<"GET /api/events">[number];

export interface OwnEvents {
  readonly shifts: readonly Shift[];
  /** False where the public list stands in, which knows nothing of who takes part. */
  readonly areOwn: boolean;
}

const notJoined = (event: PublicEvent, timeZone: string): Shift => {
  const startsAt = momentAt(event.date, event.startTime, timeZone);
  const endsAt = momentAt(event.date, event.endTime, timeZone);
  return {
    ...event,
    startsAt,
    endsAt,
    hours: (Date.parse(endsAt) - Date.parse(startsAt)) / HOUR,
    isJoined: false,
    waitlistPosition: null,
    note: null,
    placesLeft: null,
    registeredVolunteers: 0,
    packagesPacked: 0,
    attendance: null,
    placeIsAwaited: false,
  };
};

/** What P§7 wants where her own events cannot be read: all that are coming, as if she had joined none. */
const readPublicEvents = async (client: QueryClient, signal: AbortSignal): Promise<OwnEvents> => {
  const query = { when: "upcoming", sort: "date", limit: SHOWN_WITHOUT_OWN } as const;
  const events = await api("GET /api/events", { query, signal });
  const home = await client.ensureQueryData(homeQuery).catch(() => undefined);
  const timeZone = home?.settings.timeZone ?? DEFAULT_TIME_ZONE;
  return { shifts: events.map((event) => notJoined(event, timeZone)), areOwn: false };
};

const ownEventsQuery = (volunteerId: string) =>
  queryOptions({
    queryKey: keyOf(OWN_EVENTS, { as: "volunteer", params: { volunteerId } }),
    queryFn: async ({ client, queryKey, signal }): Promise<OwnEvents> => {
      try {
        const shifts = await api(OWN_EVENTS, { as: "volunteer", params: { volunteerId }, signal });
        return { shifts, areOwn: true };
      } catch (error) {
        // Nobody's page goes on without her, and what she sees of her own is worth more than a list without it.
        const isKnown = client.getQueryData<OwnEvents>(queryKey)?.areOwn === true;
        if (isKnown || endsVisit(error)) throw error;
        return readPublicEvents(client, signal);
      }
    },
    // Places go while somebody looks elsewhere.
    refetchOnMount: "always",
  });

/** What is coming, and what the signed-in volunteer took part in. */
export const useOwnEvents = (volunteerId: string) => useQuery(ownEventsQuery(volunteerId));
