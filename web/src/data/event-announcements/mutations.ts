import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { invalidateReads } from "../read-query.ts";

/**
 * The server emails the volunteers. Refetches after a failure, too, because a lost response may have been a success.
 * Doesn't wait for the refetch, so that the open dialog closes first.
 */
export const useAnnounceEvent = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      api("POST /api/events/:id/announcement", { as: "admin", params: { id } }),
    onSettled: () => {
      void invalidateReads(queryClient, ["GET /api/events/:id/announcement"]);
    },
  });
};

/** Turns off emails about new events for the volunteer who got the link. */
export const useOptOutOfNews = () =>
  useMutation({
    mutationFn: (token: string) => api("POST /api/news-opt-outs/:token", { params: { token } }),
  });
