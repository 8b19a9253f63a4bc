import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { invalidateReads } from "../read-query.ts";

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
