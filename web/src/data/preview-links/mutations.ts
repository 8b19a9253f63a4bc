import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { mutation } from "../mutation.ts";
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

export type PreviewedDraft = NonNullable<ApiOutput<"POST /api/preview-links/read">["draft"]>;

/**
 * Fetches the draft for a preview link. Not cached (`gcTime: 0`), so that opening the link again shows the latest
 * draft.
 */
export const usePreview = (token: string) =>
  useQuery({ ...readQuery("POST /api/preview-links/read", { body: { token } }), gcTime: 0 });

export const useOpenPreviewLink = mutation("POST /api/blog-post-drafts/:id/preview-link", {
  request: (_: void, draftId: string) => ({ as: "admin", params: { id: draftId } }),
  invalidates: ["GET /api/blog-post-drafts/:id/preview-link"],
  evenAfterFailure: true,
});

export const useClosePreviewLink = mutation("DELETE /api/blog-post-drafts/:id/preview-link", {
  request: (_: void, draftId: string) => ({ as: "admin", params: { id: draftId } }),
  invalidates: ["GET /api/blog-post-drafts/:id/preview-link"],
  evenAfterFailure: true,
});
