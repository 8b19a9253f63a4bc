import { useQuery } from "@tanstack/react-query";
import { mutation } from "../mutation.ts";
import { readQuery } from "../read-query.ts";

/** Fetches when the volunteer created their calendar link; null if they don't have one. */
export const useOwnCalendarFeed = (volunteerId: string) =>
  useQuery(
    readQuery("GET /api/volunteer/:volunteerId/calendar-feed", {
      as: "volunteer",
      params: { volunteerId },
    }),
  );

export const useOpenCalendarFeed = mutation("POST /api/volunteer/:volunteerId/calendar-feed", {
  request: (_: void, volunteerId: string) => ({ as: "volunteer", params: { volunteerId } }),
  invalidates: ["GET /api/volunteer/:volunteerId/calendar-feed"],
  evenAfterFailure: true,
});

export const useCloseCalendarFeed = mutation("DELETE /api/volunteer/:volunteerId/calendar-feed", {
  request: (_: void, volunteerId: string) => ({ as: "volunteer", params: { volunteerId } }),
  invalidates: ["GET /api/volunteer/:volunteerId/calendar-feed"],
  evenAfterFailure: true,
});
