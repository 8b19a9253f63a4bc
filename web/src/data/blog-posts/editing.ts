import { useQuery } from "@tanstack/react-query";
import { readQuery } from "../read-query.ts";

/** Not cached (`gcTime: 0`), so that editing starts with the latest version. */
export const useEditedBlogPost = (id: string) =>
  useQuery({
    ...readQuery("GET /api/blog-posts/:id", { as: "admin", params: { id } }),
    gcTime: 0,
  });

export const useAllBlogPostTags = () => useQuery(readQuery("GET /api/blog-posts/tags"));
