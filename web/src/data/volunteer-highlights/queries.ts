import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { apiFile, type ApiPage } from "#lib/api/api-lists.ts";
import { HOME_HIGHLIGHT_COUNT } from "../home/queries.ts";
import { readPageQuery } from "../read-page-query.ts";
import { readQuery } from "../read-query.ts";

export type Highlight = ApiOutput<"GET /api/volunteer-highlights/all">[number];

export const HIGHLIGHTS_PER_PAGE = 10;

const subtractHomeHighlights = ({ total, ...page }: ApiPage<Highlight[]>) => ({
  ...page,
  total: total === null ? null : Math.max(0, total - HOME_HIGHLIGHT_COUNT),
});

export const useOlderHighlightPage = (page: number) =>
  useQuery({
    ...readPageQuery("GET /api/volunteer-highlights/all", {
      query: {
        limit: HIGHLIGHTS_PER_PAGE,
        offset: HOME_HIGHLIGHT_COUNT + (page - 1) * HIGHLIGHTS_PER_PAGE,
      },
    }),
    placeholderData: keepPreviousData,
    select: subtractHomeHighlights,
  });

export type OwnHighlight = ApiOutput<"GET /api/volunteer/:volunteerId/highlights">[number];

/** Fetches the volunteer's highlights, published or not, newest first. */
export const useOwnHighlights = (volunteerId: string) =>
  useQuery(
    readQuery("GET /api/volunteer/:volunteerId/highlights", {
      as: "volunteer",
      params: { volunteerId },
    }),
  );

const OWN_PICTURE_ENDPOINT = "GET /api/volunteer/:volunteerId/highlights/:highlightId/picture";

interface OwnPicture {
  readonly volunteerId: string;
  readonly highlightId: string;
  /** Changes whenever the volunteer chooses a different picture. */
  readonly imageUrl: string;
}

/**
 * Fetches a picture that is waiting for review. Uses the volunteer's token, because the picture doesn't have a public
 * URL yet.
 */
export const useOwnHighlightPicture = ({ volunteerId, highlightId, imageUrl }: OwnPicture) =>
  useQuery({
    queryKey: [OWN_PICTURE_ENDPOINT, { as: "volunteer" }, highlightId, imageUrl],
    queryFn: async ({ signal }) => {
      const response = await apiFile(OWN_PICTURE_ENDPOINT, {
        as: "volunteer",
        params: { volunteerId, highlightId },
        signal,
      });
      return response.blob();
    },
    staleTime: Infinity,
  });
