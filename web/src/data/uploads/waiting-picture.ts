import { useQuery } from "@tanstack/react-query";
import { apiFile } from "#lib/api/api-lists.ts";

const PICTURE_ENDPOINT = "GET /api/uploads/waiting";

/**
 * Uses the administrator's token to fetch a picture under review, because it has no public URL. Pass a width for a
 * smaller size.
 */
export const useWaitingPicture = (path: string, width?: number) =>
  useQuery({
    queryKey: [PICTURE_ENDPOINT, path, width],
    queryFn: async ({ signal }) => {
      const response = await apiFile(PICTURE_ENDPOINT, {
        as: "admin",
        query: { path, ...(width === undefined ? {} : { width }) },
        signal,
      });
      return response.blob();
    },
    staleTime: Infinity,
  });
