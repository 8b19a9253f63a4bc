import { z } from "zod";
import { tags } from "./blog-posts.ts";
import { adminEndpoints } from "./endpoint.ts";
import { count, id, idParams, line, message, picture, text, timestamp } from "./fields.ts";
import { DRAFT_MAX_LENGTH, SLUG_MAX_LENGTH } from "./limits.ts";
import { listEndpoint } from "./list.ts";

/** The fields of a post that a draft stores. In a draft, values may be missing or unfinished. */
export const draftFields = {
  title: line(200, 0),
  /** Longer than a post's, and parsed by nothing, so that nothing is lost while someone is still writing. */
  content: text(DRAFT_MAX_LENGTH, 0),
  ...picture("site"),
  publishedAt: timestamp.nullable(),
  slug: line(SLUG_MAX_LENGTH, 0).nullable(),
  searchTitle: line(120, 0).nullable(),
  searchDescription: line(300, 0).nullable(),
  tags,
};

const blogPostDraft = z.object({
  /** The post's id, or the draft's own id if the post doesn't exist yet. */
  id,
  title: z.string(),
  content: z.string(),
  imageUrl: z.string().nullable(),
  imageAlt: z.string().nullable(),
  publishedAt: timestamp.nullable(),
  slug: z.string().nullable(),
  searchTitle: z.string().nullable(),
  searchDescription: z.string().nullable(),
  tags: z.array(z.string()),
  /** Null if the post doesn't exist yet. */
  postVersion: count.nullable(),
  version: count,
  savedBy: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const blogPostDraftEndpoints = adminEndpoints("content", {
  listBlogPostDrafts: listEndpoint({
    path: "/api/blog-post-drafts",
    summary: "Drafts that haven't been published yet",
    sorts: ["-updatedAt", "updatedAt"],
    searchedFields: "title",
    item: blogPostDraft.omit({ content: true }),
  }),
  getBlogPostDraft: {
    method: "GET",
    path: "/api/blog-post-drafts/:id",
    summary: "The draft of a post, or null if there is none",
    params: idParams,
    output: blogPostDraft.nullable(),
  },
  saveBlogPostDraft: {
    method: "PUT",
    path: "/api/blog-post-drafts/:id",
    summary:
      "Save a draft without changing its post; refused if someone else has saved the draft since that version",
    params: idParams,
    body: z.strictObject({
      ...draftFields,
      /** Identifies the editing session. A new one starts each time the editor is opened. */
      session: line(100),
      /** The version of the post that the draft is based on; null if the post doesn't exist yet. */
      postVersion: z.number().int().min(1).nullable(),
      /** The version of the draft that this save is based on; null if there was no draft. */
      version: z.number().int().min(1).nullable(),
    }),
    output: blogPostDraft,
  },
  deleteBlogPostDraft: {
    method: "DELETE",
    path: "/api/blog-post-drafts/:id",
    summary: "Discard a draft; refused if someone else has saved the draft since that version",
    params: idParams,
    query: z.object({ version: z.coerce.number().int().min(1).optional() }),
    output: message,
  },
});
