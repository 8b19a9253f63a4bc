import { useQuery } from "@tanstack/react-query";
import { mutation } from "../mutation.ts";
import { readQuery } from "../read-query.ts";

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
 * Asks the server to email the volunteers. Doesn't wait for the refetch, so that the dialog closes first.
 */
export const useAnnounceEvent = mutation("POST /api/events/:id/announcement", {
  request: (id: string) => ({ as: "admin", params: { id } }),
  invalidates: ["GET /api/events/:id/announcement"],
  evenAfterFailure: true,
  inBackground: true,
});

/** Turns off emails about new events for the volunteer whom the link was emailed to. */
export const useOptOutOfNews = mutation("POST /api/news-opt-outs/:token", {
  request: (token: string) => ({ params: { token } }),
  invalidates: [],
});
