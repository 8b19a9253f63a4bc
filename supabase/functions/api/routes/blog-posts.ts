import { blogPostEndpoints } from "../../_shared/contracts/blog-posts.ts";
import { found, implement } from "../../_shared/http/handlers.ts";
import {
  blogPostWrites,
  findPublishedBlogPost,
  listBlogPosts,
  listPublishedBlogPosts,
} from "../queries/blog-posts.ts";

export const blogPostHandlers = implement(blogPostEndpoints, {
  listPublishedBlogPosts: ({ services, caller, query }) =>
    services.database.as(caller, (sql) => listPublishedBlogPosts(sql, query)),
  getPublishedBlogPost: async ({ services, caller, params }) =>
    found(await services.database.as(caller, (sql) => findPublishedBlogPost(sql, params.id))),
  listBlogPosts: ({ services, caller, query }) =>
    services.database.as(caller, (sql) => listBlogPosts(sql, query)),
  createBlogPost: ({ services, caller, body }) =>
    services.database.as(caller, (sql) => blogPostWrites.insert(sql, body)),
  updateBlogPost: async ({ services, caller, params: { id }, body }) =>
    found(await services.database.as(caller, (sql) => blogPostWrites.update(sql, id, body))),
  deleteBlogPost: async ({ services, caller, params: { id } }) => {
    found(await services.database.as(caller, (sql) => blogPostWrites.remove(sql, id)));
    return { message: "Blog post deleted" };
  },
});
