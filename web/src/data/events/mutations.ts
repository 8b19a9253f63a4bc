import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { apiFile } from "#lib/api/api-lists.ts";
import { saveResponse } from "#lib/api/save-file.ts";
import { invalidateReads } from "../read-query.ts";

/**
 * Refetches even after a failure: "full" or "already joined" means that the list was outdated, and after a lost
 * response, the request may have succeeded.
 */
export const invalidateShifts = (queryClient: QueryClient) =>
  invalidateReads(queryClient, [
    "GET /api/volunteer/:volunteerId/events",
    "GET /api/volunteer-event-registrations",
  ]);

export const useJoinEvent = (volunteerId: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (eventId: string) =>
      api("POST /api/volunteer/:volunteerId/events/:eventId/join", {
        as: "volunteer",
        params: { volunteerId, eventId },
      }),
    onSettled: () => invalidateShifts(queryClient),
  });
};

export const useLeaveEvent = (volunteerId: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (eventId: string) =>
      api("DELETE /api/volunteer/:volunteerId/events/:eventId/leave", {
        as: "volunteer",
        params: { volunteerId, eventId },
      }),
    onSettled: () => invalidateShifts(queryClient),
  });
};

export const useSaveEventCalendar = (volunteerId: string) =>
  useMutation({
    mutationFn: async (eventId: string) => {
      const response = await apiFile("GET /api/volunteer/:volunteerId/events/:eventId/calendar", {
        as: "volunteer",
        params: { volunteerId, eventId },
      });
      await saveResponse(response, "shift.ics");
    },
  });
