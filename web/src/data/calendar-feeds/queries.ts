import { useQuery } from "@tanstack/react-query";
import { readQuery } from "../read-query.ts";

/** Fetches when the volunteer created their calendar link; null if they don't have one. */
export const useOwnCalendarFeed = (volunteerId: string) =>
  useQuery(
    readQuery("GET /api/volunteer/:volunteerId/calendar-feed", {
      as: "volunteer",
      params: { volunteerId },
    }),
  );
