import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readPageQuery } from "../read-page-query.ts";
import { readQuery } from "../read-query.ts";

export type BlogPostVersion = ApiOutput<"GET /api/blog-posts/:id/versions/:versionId", "admin">;

/** Bypasses the cache (`gcTime: 0`), so editing starts from the latest version. */
export const useEditedBlogPost = (id: string) =>
  useQuery({
    ...readQuery("GET /api/blog-posts/:id", { as: "admin", params: { id } }),
    gcTime: 0,
  });

export const BLOG_POST_VERSIONS_PER_PAGE = 10;

export const useBlogPostVersions = (id: string, page: number) =>
  useQuery({
    ...readPageQuery("GET /api/blog-posts/:id/versions", {
      as: "admin",
      params: { id },
      query: {
        limit: BLOG_POST_VERSIONS_PER_PAGE,
        offset: (page - 1) * BLOG_POST_VERSIONS_PER_PAGE,
      },
    }),
    placeholderData: keepPreviousData,
  });

export const useBlogPostVersion = (id: string, versionId: string | null) =>
  useQuery({
    ...readQuery("GET /api/blog-posts/:id/versions/:versionId", {
      as: "admin",
      params: { id, versionId: versionId ?? "" },
    }),
    enabled: versionId !== null,
  });

export const useAllBlogPostTags = () => useQuery(readQuery("GET /api/blog-posts/tags"));
