import { z } from "zod";
import { adminEndpoints, writeEndpoints } from "./endpoint.ts";
import {
  count,
  flag,
  id,
  idParams,
  line,
  markdown,
  picture,
  pictureOutput,
  timestamp,
} from "./fields.ts";
import {
  POST_MAX_LENGTH,
  SLUG_MAX_LENGTH,
  TAG_MAX_LENGTH,
  TAGS_MAX,
  UUID_SOURCE,
} from "./limits.ts";
import { listEndpoint } from "./list.ts";

export const blogPostSchema = z.object({
  id,
  title: z.string(),
  content: z.string(),
  ...pictureOutput,
  createdAt: timestamp,
  /** The date that is displayed and used for sorting. Usually the date of publication rather than of the draft. */
  publishedAt: timestamp,
  /** A custom URL slug; if null, the slug is derived from the title. */
  slug: z.string().nullable(),
  tags: z.array(z.string()),
});

/** The title and description for search results and shared links; if null, they're derived from the post. */
const searchAppearance = {
  searchTitle: z.string().nullable(),
  searchDescription: z.string().nullable(),
};

const publishedBlogPost = blogPostSchema.extend({ ...searchAppearance, updatedAt: timestamp });

const adminBlogPost = publishedBlogPost.extend({
  isPublished: z.boolean(),
  /** If the date is in the future, the post is scheduled. Null until set. */
  publishedAt: timestamp.nullable(),
  version: count,
  savedBy: z.string(),
});

const blogPostVersion = adminBlogPost.omit({ createdAt: true, updatedAt: true }).extend({
  savedAt: timestamp,
});

/** A post's id, or the first eight characters of the id, which are at the end of the post's URL. */
const postReference = z
  .string()
  .toLowerCase()
  .regex(new RegExp(`^(${UUID_SOURCE}|[\\da-f]{8})$`), "Enter a valid post ID.");

const tag = line(TAG_MAX_LENGTH).transform((value) => value.normalize("NFC").replace(/\s+/g, " "));

const removeDuplicates = (tags: readonly string[]): string[] =>
  [...new Map(tags.toReversed().map((name) => [name.toLowerCase(), name])).values()].toReversed();

export const tags = z.array(tag).max(TAGS_MAX).transform(removeDuplicates);

const writableFields = z.strictObject({
  title: line(200),
  content: markdown(POST_MAX_LENGTH),
  ...picture("site"),
  isPublished: z.boolean(),
  publishedAt: timestamp.nullable(),
  slug: z
    .string()
    .trim()
    .max(SLUG_MAX_LENGTH)
    .regex(
      /^[a-z0-9]+(-[a-z0-9]+)*$/,
      "Use lowercase letters and numbers, with hyphens between words",
    )
    .nullable(),
  searchTitle: line(120).nullable(),
  searchDescription: line(300).nullable(),
  tags,
});

/** The draft to save as the post. The draft is then deleted, unless someone has saved a newer version of it. */
const savedDraft = z.object({
  draft: id.optional(),
  draftVersion: z.coerce.number().int().min(1).optional(),
});

const tagFilter = { tag: line(TAG_MAX_LENGTH).optional() };

const writes = writeEndpoints("/api/blog-posts", adminBlogPost);

export const blogPostEndpoints = adminEndpoints("content", {
  listPublishedBlogPosts: listEndpoint({
    path: "/api/blog-posts/published",
    access: "public",
    summary: "Published posts, newest first",
    cacheable: true,
    sorts: ["-publishedAt", "publishedAt"],
    searchedFields: "title and text",
    filters: tagFilter,
    item: publishedBlogPost,
  }),
  getPublishedBlogPost: {
    method: "GET",
    path: "/api/blog-posts/published/:id",
    access: "public",
    summary: "One published post, by its ID or the short ID in its URL",
    cacheable: true,
    params: z.object({ id: postReference }),
    output: publishedBlogPost,
  },
  listBlogPostTags: {
    method: "GET",
    path: "/api/blog-posts/tags",
    access: "public",
    summary: "Tags of published posts with their counts, most used first",
    cacheable: true,
    output: z.array(z.object({ tag: z.string(), count })),
  },
  listBlogPostAddresses: {
    method: "GET",
    path: "/api/blog-posts/addresses",
    access: "public",
    summary: "What the sitemap needs to know about each published post, newest first",
    cacheable: true,
    output: z.array(
      blogPostSchema.pick({ id: true, title: true, slug: true }).extend({ updatedAt: timestamp }),
    ),
  },
  listBlogPosts: listEndpoint({
    path: "/api/blog-posts",
    summary: "All posts, including drafts",
    sorts: ["-createdAt", "createdAt", "title", "-title", "-updatedAt", "updatedAt"],
    searchedFields: "title and text",
    filters: { isPublished: flag, ...tagFilter },
    item: adminBlogPost,
  }),
  getBlogPost: {
    method: "GET",
    path: "/api/blog-posts/:id",
    summary: "One post for editing, including drafts",
    params: idParams,
    output: adminBlogPost,
  },
  listBlogPostVersions: listEndpoint({
    path: "/api/blog-posts/:id/versions",
    summary: "The 50 most recent earlier versions of a post",
    params: idParams,
    sorts: ["-version", "version"],
    searchedFields: "title",
    item: blogPostVersion.omit({ content: true }),
  }),
  getBlogPostVersion: {
    method: "GET",
    path: "/api/blog-posts/:id/versions/:versionId",
    summary: "An earlier version of a post; to restore it, update the post with its content",
    params: idParams.extend({ versionId: id }),
    output: blogPostVersion,
  },
  createBlogPost: {
    ...writes.create(
      "Create a post",
      writableFields.partial().required({ title: true, content: true }),
    ),
    query: savedDraft,
  },
  updateBlogPost: {
    ...writes.update(
      "Update a post; refused if the edit isn't based on the newest version",
      writableFields.partial().extend({ version: z.number().int().min(1).optional() }),
    ),
    query: savedDraft,
  },
  deleteBlogPost: writes.remove("Delete a post"),
});
