import { useQuery } from "@tanstack/react-query";
import { readQuery } from "../read-query.ts";

/** Fetches the time when the volunteer created their calendar link; null without a link. */
export const useOwnCalendarFeed = (volunteerId: string) =>
  useQuery(
    readQuery("GET /api/volunteer/:volunteerId/calendar-feed", {
      as: "volunteer",
      params: { volunteerId },
    }),
  );
