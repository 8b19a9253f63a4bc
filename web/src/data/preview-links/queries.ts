import { useQuery } from "@tanstack/react-query";
import { api, type ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";

/**
 * Fetches a draft's preview link; null if it doesn't have one. Not cached, because publishing the post deletes the
 * link.
 */
export const usePreviewLink = (draftId: string) =>
  useQuery({
    ...readQuery("GET /api/blog-post-drafts/:id/preview-link", {
      as: "admin",
      params: { id: draftId },
    }),
    gcTime: 0,
  });

const READ_ENDPOINT = "POST /api/preview-links/read";

export type PreviewedDraft = NonNullable<ApiOutput<typeof READ_ENDPOINT>["draft"]>;

/**
 * Fetches the draft for a preview link. Not cached (`gcTime: 0`), so that opening the link again shows the latest
 * draft.
 */
export const usePreview = (token: string) =>
  useQuery({
    queryKey: [READ_ENDPOINT, token],
    queryFn: ({ signal }) => api(READ_ENDPOINT, { body: { token }, signal }),
    gcTime: 0,
  });
