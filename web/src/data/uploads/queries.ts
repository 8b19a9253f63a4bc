import { useQuery } from "@tanstack/react-query";
import { apiFile } from "#lib/api/api-lists.ts";
import { readQuery } from "../read-query.ts";

/** Never cached, because posts, stories, highlights, and reports are changed on other pages. */
export const useMissingPictures = () =>
  useQuery({ ...readQuery("GET /api/uploads/missing", { as: "admin" }), staleTime: 0 });

const PICTURE_ENDPOINT = "GET /api/uploads/waiting";

/**
 * Fetches a picture that is waiting for review. Uses the administrator's token, because the picture doesn't have a
 * public URL yet. Pass a width for a smaller version.
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
