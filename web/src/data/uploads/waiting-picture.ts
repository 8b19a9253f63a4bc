import { useQuery } from "@tanstack/react-query";
import { apiFile } from "#lib/api/api-lists.ts";

const WAITING = "GET /api/uploads/waiting";

/**
 * Fetches a picture under review with the administrator's token, because it has no public URL. Pass a width for a
 * smaller size.
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
