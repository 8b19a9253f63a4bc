import { useQuery } from "@tanstack/react-query";
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
