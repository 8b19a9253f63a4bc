import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";
import { resource } from "../resource.ts";

export type AdminBlogPost = ApiOutput<"GET /api/blog-posts", "admin">[number];

export const blogPosts = resource({
  list: "GET /api/blog-posts",
  create: "POST /api/blog-posts",
  update: "PUT /api/blog-posts/:id",
  remove: "DELETE /api/blog-posts/:id",
  invalidates: [
    "GET /api/home",
    "GET /api/blog-posts/:id",
    "GET /api/blog-post-drafts",
    "GET /api/blog-posts/:id/versions",
    "GET /api/blog-posts/published",
    "GET /api/blog-posts/published/:id",
    "GET /api/blog-posts/tags",
  ],
});

/** Not cached (`gcTime: 0`), so that editing starts with the latest version. */
export const useEditedBlogPost = (id: string) =>
  useQuery({
    ...readQuery("GET /api/blog-posts/:id", { as: "admin", params: { id } }),
    gcTime: 0,
  });
