import { blogPostEndpoints } from "../../_shared/contracts/blog-posts.ts";
import { found, implement } from "../../_shared/http/handlers.ts";
import { findPublishedBlogPost, listPublishedBlogPosts } from "../queries/blog-posts.ts";

export const blogPostHandlers = implement(blogPostEndpoints, {
  listPublishedBlogPosts: ({ services, caller, query }) =>
    services.database.as(caller, (sql) => listPublishedBlogPosts(sql, query)),
  getPublishedBlogPost: async ({ services, caller, params }) =>
    found(await services.database.as(caller, (sql) => findPublishedBlogPost(sql, params.id))),
});
