import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "../../lib/api-client.ts";
import { readPageQuery } from "../read-page-query.ts";
import { readQuery } from "../read-query.ts";

export type BlogPost = ApiOutput<"GET /api/blog-posts/published/:id">;

export const BLOG_POSTS_PER_PAGE = 6;

/** Pages count from one. */
export const blogPostPageQuery = (page: number) =>
  readPageQuery("GET /api/blog-posts/published", {
    query: { limit: BLOG_POSTS_PER_PAGE, offset: (page - 1) * BLOG_POSTS_PER_PAGE },
  });

export const useBlogPostPage = (page: number) =>
  useQuery({ ...blogPostPageQuery(page), placeholderData: keepPreviousData });

/** By its id or the short form of it in an address. Null in a page that was made where there was none. */
export const blogPostQuery = (reference: string) =>
  readQuery("GET /api/blog-posts/published/:id", { params: { id: reference } });

export const useBlogPost = (reference: string) => useQuery(blogPostQuery(reference));
