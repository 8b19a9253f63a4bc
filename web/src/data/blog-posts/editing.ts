import { useQuery } from "@tanstack/react-query";
import { readQuery } from "../read-query.ts";

/** Bypasses the cache (`gcTime: 0`), so editing starts from the latest version. */
export const useEditedBlogPost = (id: string) =>
  useQuery({
    ...readQuery("GET /api/blog-posts/:id", { as: "admin", params: { id } }),
    gcTime: 0,
  });

export const useAllBlogPostTags = () => useQuery(readQuery("GET /api/blog-posts/tags"));
