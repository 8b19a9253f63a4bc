import { blogPostEndpoints } from "../../_shared/contracts/blog-posts.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { listPublishedBlogPosts } from "../queries/blog-posts.ts";

export const blogPostHandlers = implement(blogPostEndpoints, {
  listPublishedBlogPosts: ({ services, caller, query }) =>
    services.database.as(caller, (sql) => listPublishedBlogPosts(sql, query)),
});
