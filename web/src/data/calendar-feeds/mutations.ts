import { useMutation } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";

export const useOpenCalendarFeed = (volunteerId: string) =>
  useMutation({
    mutationFn: () =>
      api("POST /api/volunteer/:volunteerId/calendar-feed", {
        as: "volunteer",
        params: { volunteerId },
      }),
  });

export const useCloseCalendarFeed = (volunteerId: string) =>
  useMutation({
    mutationFn: () =>
      api("DELETE /api/volunteer/:volunteerId/calendar-feed", {
        as: "volunteer",
        params: { volunteerId },
      }),
  });
