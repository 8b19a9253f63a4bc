import { useQuery } from "@tanstack/react-query";
import { apiFile } from "#lib/api/api-lists.ts";

const PICTURE_ENDPOINT = "GET /api/uploads/waiting";

/**
 * Fetches a picture under review with the administrator's token, because it has no public URL. Pass a width for a
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
