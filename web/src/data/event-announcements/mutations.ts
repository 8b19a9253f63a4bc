import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { invalidateReads, readQuery } from "../read-query.ts";

/**
 * Refetches on mount. In the meantime, volunteers may have signed up, or another administrator may have sent the
 * emails.
 */
export const useEventAnnouncement = (id: string) =>
  useQuery({
    ...readQuery("GET /api/events/:id/announcement", { as: "admin", params: { id } }),
    refetchOnMount: "always",
  });

/**
 * Asks the server to email the volunteers. Refetches even after a failure, because the request may have succeeded
 * although its response was lost. Doesn't wait for the refetch, so that the dialog closes first.
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

/** Turns off emails about new events for the volunteer whom the link was emailed to. */
export const useOptOutOfNews = () =>
  useMutation({
    mutationFn: (token: string) => api("POST /api/news-opt-outs/:token", { params: { token } }),
  });
