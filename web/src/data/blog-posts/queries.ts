import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "../../lib/api-client.ts";
import { readPageQuery } from "../read-page-query.ts";
import { readQuery } from "../read-query.ts";

export type BlogPost = ApiOutput<"GET /api/blog-posts/published/:id">;

export const BLOG_POSTS_PER_PAGE = 6;

export interface BlogPostFilter {
  readonly tag?: string;
  readonly search?: string;
}

/** Pages count from one. */
export const blogPostPageQuery = (page: number, { tag, search }: BlogPostFilter = {}) =>
  readPageQuery("GET /api/blog-posts/published", {
    query: {
      limit: BLOG_POSTS_PER_PAGE,
      offset: (page - 1) * BLOG_POSTS_PER_PAGE,
      ...(tag && { tag }),
      ...(search && { search }),
    },
  });

export const useBlogPostPage = (page: number, filter?: BlogPostFilter) =>
  useQuery({ ...blogPostPageQuery(page, filter), placeholderData: keepPreviousData });

/** The commonest first. */
export const blogPostTagsQuery = readQuery("GET /api/blog-posts/tags");

export const useBlogPostTags = () => useQuery(blogPostTagsQuery);

export const RELATED_POSTS = 3;

/** One more than is shown, because the post itself is among them. */
export const relatedPostsQuery = (tag: string) =>
  readPageQuery("GET /api/blog-posts/published", { query: { limit: RELATED_POSTS + 1, tag } });

export const useRelatedPosts = (tag: string) => useQuery(relatedPostsQuery(tag));

/** By its id or the short form of it in an address. Null in a page that was made where there was none. */
export const blogPostQuery = (reference: string) =>
  readQuery("GET /api/blog-posts/published/:id", { params: { id: reference } });

export const useBlogPost = (reference: string) => useQuery(blogPostQuery(reference));
