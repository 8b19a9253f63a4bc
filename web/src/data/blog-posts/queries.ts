import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "../../lib/api-client.ts";
import { readPageQuery, readQuery } from "../read-query.ts";

export type BlogPost = ApiOutput<"GET /api/blog-posts/published/:id">;

export const POSTS_PER_PAGE = 6;

/** Pages count from one. */
export const postPageQuery = (page: number) =>
  readPageQuery("GET /api/blog-posts/published", {
    query: { limit: POSTS_PER_PAGE, offset: (page - 1) * POSTS_PER_PAGE },
  });

export const usePostPage = (page: number) =>
  useQuery({ ...postPageQuery(page), placeholderData: keepPreviousData });

/** By its id or the short form of it in an address. */
export const postQuery = (reference: string) =>
  readQuery("GET /api/blog-posts/published/:id", { params: { id: reference } });

export const usePost = (reference: string) => useQuery(postQuery(reference));
