import type { z } from "zod";
import type { blogPostEndpoints } from "#contracts/blog-posts.ts";
import { isEqual } from "#kit/forms/display-value.ts";

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

type PostField = keyof typeof POST_FIELDS;
export type PostValues = Readonly<Partial<Record<PostField, unknown>>>;

const FIELD_NAMES = Object.keys(POST_FIELDS) as PostField[];

export const postValues = (post: PostValues): Record<PostField, unknown> =>
  Object.fromEntries(FIELD_NAMES.map((name) => [name, post[name] ?? null])) as Record<
    PostField,
    unknown
  >;

/** Returns the fields that restoring a version changes. The publication date is never restored. */
export const fieldsToRestore = (current: PostValues, previous: PostValues): PostField[] =>
  FIELD_NAMES.filter((name) => name !== "publishedAt" && !isEqual(current[name], previous[name]));
