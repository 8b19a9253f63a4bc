import { z } from "zod";
import { blogPostSchema } from "./blog-posts.ts";
import { adminEndpoints } from "./endpoint.ts";
import { idParams, line, message, timestamp } from "./fields.ts";

const previewLink = z.object({ url: z.string(), createdAt: timestamp });

/** A secret link to a post's draft, which works without a login. `:id` is the draft's id. */
export const previewLinkEndpoints = adminEndpoints("content", {
  getPreviewLink: {
    method: "GET",
    path: "/api/blog-post-drafts/:id/preview-link",
    summary: "The preview link of a draft, or null if there is none",
    params: idParams,
    output: previewLink.nullable(),
  },
  createPreviewLink: {
    method: "POST",
    path: "/api/blog-post-drafts/:id/preview-link",
    summary:
      "Create a secret link to a draft or an unpublished post; it replaces any earlier one and stops showing drafts once the post is published",
    params: idParams,
    body: z.strictObject({}).optional(),
    output: previewLink,
  },
  deletePreviewLink: {
    method: "DELETE",
    path: "/api/blog-post-drafts/:id/preview-link",
    summary: "Turn off the preview link of a draft",
    params: idParams,
    output: message,
  },
  readPreviewLink: {
    // Not a GET, because servers log URLs, and the token must not appear in a log.
    method: "POST",
    path: "/api/preview-links/read",
    access: "public",
    summary: "The draft behind a preview link, or the published post that has replaced it",
    rateLimit: { max: 300, windowSeconds: 3600 },
    body: z.strictObject({ token: line(200) }),
    output: z.object({
      draft: blogPostSchema
        .pick({ title: true, content: true, imageUrl: true, imageAlt: true, tags: true })
        .extend({ publishedAt: timestamp.nullable() })
        .nullable(),
      publishedPost: blogPostSchema.pick({ id: true, title: true, slug: true }).nullable(),
    }),
  },
});
