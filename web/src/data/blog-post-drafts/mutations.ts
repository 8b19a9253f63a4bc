import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions, type ApiOutput } from "#lib/api/api-client.ts";
import { mutation } from "../mutation.ts";
import { readPageQuery } from "../read-page-query.ts";
import { invalidateReads, readQuery } from "../read-query.ts";

const SAVE_ENDPOINT = "PUT /api/blog-post-drafts/:id";

export type BlogPostDraft = ApiOutput<typeof SAVE_ENDPOINT, "admin">;

/** Not cached (`gcTime: 0`), so that editing starts with what was saved last, even on another device. */
export const useBlogPostDraft = (id: string) =>
  useQuery({
    ...readQuery("GET /api/blog-post-drafts/:id", { as: "admin", params: { id } }),
    gcTime: 0,
  });

const SHOWN_DRAFT_COUNT = 5;

/** Returns the most recently saved drafts. */
export const useBlogPostDrafts = () =>
  useQuery(
    readPageQuery("GET /api/blog-post-drafts", {
      as: "admin",
      query: { limit: SHOWN_DRAFT_COUNT },
    }),
  );

export const sendBlogPostDraft = (id: string, body: ApiOptions<typeof SAVE_ENDPOINT>["body"]) =>
  api(SAVE_ENDPOINT, { as: "admin", params: { id }, body });

/** Returns a function that invalidates the list of drafts. */
export const useInvalidateDrafts = () => {
  const queryClient = useQueryClient();
  return () => invalidateReads(queryClient, ["GET /api/blog-post-drafts"]);
};

export const useDiscardDraft = mutation("DELETE /api/blog-post-drafts/:id", {
  request: ({ id, version }: Pick<BlogPostDraft, "id" | "version">) => ({
    as: "admin",
    params: { id },
    query: { version },
  }),
  invalidates: ["GET /api/blog-post-drafts"],
  unaffected: { "GET /api/blog-post-drafts/:id": "It isn't cached, and the editor closes." },
});
