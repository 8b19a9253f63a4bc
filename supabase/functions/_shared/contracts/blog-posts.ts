import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import {
  flag,
  id,
  idParams,
  line,
  message,
  picture,
  shownPicture,
  text,
  timestamp,
} from "./fields.ts";
import { UUID } from "./limits.ts";
import { listEndpoint } from "./list.ts";

export const blogPostSchema = z.object({
  id,
  title: z.string(),
  content: z.string(),
  ...shownPicture,
  createdAt: timestamp,
});

const adminBlogPost = blogPostSchema.extend({ isPublished: z.boolean(), updatedAt: timestamp });

/** A post's id, or the first eight characters of it: the address of a post ends with those. */
const postReference = z
  .string()
  .toLowerCase()
  .regex(new RegExp(`^(${UUID}|[\\da-f]{8})$`), "Must be the id of a post");

const writable = z.strictObject({
  title: line(200),
  content: text(100_000),
  ...picture("site"),
  isPublished: z.boolean(),
});

export const blogPostEndpoints = {
  listPublishedBlogPosts: listEndpoint({
    path: "/api/blog-posts/published",
    access: "public",
    summary: "Published posts, newest first",
    cacheable: true,
    sorts: ["-createdAt", "createdAt"],
    searches: "title and text",
    item: blogPostSchema,
  }),
  getPublishedBlogPost: endpoint({
    method: "GET",
    path: "/api/blog-posts/published/:id",
    access: "public",
    summary: "One published post, by its id or the short id in its address",
    cacheable: true,
    params: z.object({ id: postReference }),
    output: blogPostSchema,
  }),
  listBlogPosts: listEndpoint({
    path: "/api/blog-posts",
    access: "admin",
    summary: "All posts, drafts included",
    sorts: ["-createdAt", "createdAt", "title", "-title", "-updatedAt", "updatedAt"],
    searches: "title and text",
    filters: { isPublished: flag },
    item: adminBlogPost,
  }),
  createBlogPost: endpoint({
    method: "POST",
    path: "/api/blog-posts",
    access: "admin",
    summary: "Write a post",
    status: 201,
    body: writable.partial().required({ title: true, content: true }),
    output: adminBlogPost,
  }),
  updateBlogPost: endpoint({
    method: "PUT",
    path: "/api/blog-posts/:id",
    access: "admin",
    summary: "Change a post",
    params: idParams,
    body: writable.partial(),
    output: adminBlogPost,
  }),
  deleteBlogPost: endpoint({
    method: "DELETE",
    path: "/api/blog-posts/:id",
    access: "admin",
    summary: "Delete a post",
    params: idParams,
    output: message,
  }),
};
