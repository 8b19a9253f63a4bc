import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readPageQuery } from "../read-page-query.ts";
import { readQuery } from "../read-query.ts";

export type BlogPost = ApiOutput<"GET /api/blog-posts/published/:id">;

/** Posts per page in the dialog (BLOG-07). */
export const BLOG_POSTS_PER_PAGE = 6;
/** Posts per page on `/news`: one large post, followed by pairs of smaller ones. */
export const NEWS_PER_PAGE = 7;

export interface BlogPostFilter {
  readonly tag?: string;
  readonly search?: string;
}

const pageQuery = (limit: number, page: number, { tag, search }: BlogPostFilter = {}) =>
  readPageQuery("GET /api/blog-posts/published", {
    query: {
      limit,
      offset: (page - 1) * limit,
      ...(tag && { tag }),
      ...(search && { search }),
    },
  });

export const useBlogPostPage = (page: number) =>
  useQuery({ ...pageQuery(BLOG_POSTS_PER_PAGE, page), placeholderData: keepPreviousData });

export const newsPageQuery = (page: number, filter: BlogPostFilter) =>
  pageQuery(NEWS_PER_PAGE, page, filter);

export const useNewsPage = (page: number, filter: BlogPostFilter) =>
  useQuery({ ...newsPageQuery(page, filter), placeholderData: keepPreviousData });

/** Returns the tags, most common first. */
export const blogPostTagsQuery = readQuery("GET /api/blog-posts/tags");

export const useBlogPostTags = () => useQuery(blogPostTagsQuery);

/** Fetches the next older post, if any. */
export const olderPostQuery = ({ id }: Pick<BlogPost, "id">) =>
  readPageQuery("GET /api/blog-posts/published", { query: { limit: 1, cursor: id } });

export const useOlderPost = (post: Pick<BlogPost, "id">): BlogPost | undefined =>
  useQuery(olderPostQuery(post)).data?.rows[0];

export const RELATED_POST_COUNT = 3;

/** Fetches two more posts than are shown, because the current post and the next older one may be among them. */
export const relatedPostsQuery = (tag: string) =>
  readPageQuery("GET /api/blog-posts/published", { query: { limit: RELATED_POST_COUNT + 2, tag } });

export const useRelatedPosts = (tag: string) => useQuery(relatedPostsQuery(tag));

/**
 * Accepts a full id or the short id from a URL. The data is null on the prerendered page for posts that don't exist.
 */
export const blogPostQuery = (reference: string) =>
  readQuery("GET /api/blog-posts/published/:id", { params: { id: reference } });

export const useBlogPost = (reference: string) => useQuery(blogPostQuery(reference));
