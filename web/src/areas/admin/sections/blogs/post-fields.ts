import type { z } from "zod";
import type { blogPostEndpoints } from "#contracts/blog-posts.ts";
import type { AdminBlogPost } from "#data/blog-posts/resource.ts";

export type PostInput = z.input<typeof blogPostEndpoints.createBlogPost.body>;

/** The fields that an administrator can edit, in the editor's order. */
export const POST_FIELDS = {
  title: "Title",
  content: "Content",
  imageUrl: "Picture",
  imageAlt: "Alt text",
  publishedAt: "Publication date",
  tags: "Tags",
  searchTitle: "Title in search results",
  searchDescription: "Description in search results",
  slug: "URL",
} as const satisfies Partial<Record<keyof PostInput, string>>;

export const EMPTY_POST = {
  title: "",
  content: "",
  imageUrl: null,
  imageAlt: null,
  publishedAt: null,
  tags: [],
  searchTitle: null,
  searchDescription: null,
  slug: null,
};

/**
 * True if visitors can see the post. In case the browser's clock is slow, the server's `updatedAt` counts if it's later
 * than `now`.
 */
export const isLive = (
  { isPublished, publishedAt, updatedAt }: AdminBlogPost,
  now = Date.now(),
): boolean =>
  isPublished &&
  publishedAt !== null &&
  Date.parse(publishedAt) <= Math.max(now, Date.parse(updatedAt));

export const SAVE_FAILURE = {
  title: "Error",
  fallback: "Failed to save blog post",
  goneText: "Someone deleted this blog post.",
};
export const POST_UPDATED_TEXT = "Blog post updated successfully!";
