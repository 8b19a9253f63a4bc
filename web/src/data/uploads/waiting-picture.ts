import { useQuery } from "@tanstack/react-query";
import { apiFile } from "../../lib/api-lists.ts";

const WAITING = "GET /api/uploads/waiting";

/**
 * A picture that waits for review has no address of its own: it comes with the administrator's token alone. With a width
 * the smaller size of it.
 */
export const useWaitingPicture = (path: string, width?: number) =>
  useQuery({
    queryKey: [WAITING, path, width],
    queryFn: async ({ signal }) => {
      const answer = await apiFile(WAITING, {
        as: "admin",
        query: { path, ...(width === undefined ? {} : { width }) },
        signal,
      });
      return answer.blob();
    },
    staleTime: Infinity,
  });
