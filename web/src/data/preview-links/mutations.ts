import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOutput } from "#lib/api/api-client.ts";
import { invalidateReads, readQuery } from "../read-query.ts";

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

/** Also refetches after a failure, because the link may have changed even though the response was lost. */
const useLinkWrite = <Output>(write: () => Promise<Output>) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSettled: () => invalidateReads(queryClient, ["GET /api/blog-post-drafts/:id/preview-link"]),
  });
};

export const useOpenPreviewLink = (draftId: string) =>
  useLinkWrite(() =>
    api("POST /api/blog-post-drafts/:id/preview-link", { as: "admin", params: { id: draftId } }),
  );

export const useClosePreviewLink = (draftId: string) =>
  useLinkWrite(() =>
    api("DELETE /api/blog-post-drafts/:id/preview-link", { as: "admin", params: { id: draftId } }),
  );
