import { blogPostEndpoints } from "../../_shared/contracts/blog-posts.ts";
import { AppError } from "../../_shared/errors.ts";
import { requireFound, implement } from "../../_shared/http/handlers.ts";
import {
  findBlogPost,
  findBlogPostVersion,
  findPublishedBlogPost,
  insertBlogPost,
  listBlogPostAddresses,
  listBlogPosts,
  listBlogPostTags,
  listBlogPostVersions,
  listPublishedBlogPosts,
  removeBlogPost,
  requireBlogPostVersion,
  updateBlogPost,
} from "../queries/blog-posts.ts";

export const blogPostHandlers = implement(blogPostEndpoints, {
  listPublishedBlogPosts: ({ services, caller, query }) =>
    services.database.as(caller, (sql) => listPublishedBlogPosts(sql, query)),
  getPublishedBlogPost: async ({ services, caller, params }) =>
    requireFound(
      await services.database.as(caller, (sql) => findPublishedBlogPost(sql, params.id)),
      "post",
    ),
  listBlogPostTags: ({ services, caller }) => services.database.as(caller, listBlogPostTags),
  listBlogPostAddresses: ({ services, caller }) =>
    services.database.as(caller, listBlogPostAddresses),
  listBlogPosts: ({ services, caller, query }) =>
    services.database.as(caller, (sql) => listBlogPosts(sql, query)),
  getBlogPost: async ({ services, caller, params: { id } }) =>
    requireFound(await services.database.as(caller, (sql) => findBlogPost(sql, id)), "post"),
  listBlogPostVersions: ({ services, caller, params: { id }, query }) =>
    services.database.as(caller, async (sql) => {
      requireFound(await findBlogPost(sql, id), "post");
      return listBlogPostVersions(sql, id, query);
    }),
  getBlogPostVersion: async ({ services, caller, params: { id, versionId } }) =>
    requireFound(
      await services.database.as(caller, (sql) => findBlogPostVersion(sql, id, versionId)),
      "version",
    ),
  createBlogPost: async ({ services, caller, body, once }) => {
    await requireShownLinks(body.content);
    return services.database.as(caller, (sql) => once(sql, () => insertBlogPost(sql, body)));
  },
  updateBlogPost: async ({ services, caller, params: { id }, body: { version, ...changes } }) => {
    await requireShownLinks(changes.content);
    return requireFound(
      await services.database.as(caller, async (sql) => {
        if (version !== undefined) await requireBlogPostVersion(sql, id, version);
        return updateBlogPost(sql, id, changes);
      }),
      "post",
    );
  },
  deleteBlogPost: async ({ services, caller, params: { id } }) => {
    requireFound(await services.database.as(caller, (sql) => removeBlogPost(sql, id)), "post");
    return { message: "Blog post deleted" };
  },
});

async function requireShownLinks(content: string | undefined): Promise<void> {
  // Imported on write only, to keep reads fast.
  const { refusedLink } = await import("../../_shared/html/refused-links.ts");
  const message = content === undefined ? undefined : refusedLink(content);
  if (message === undefined) return;
  throw new AppError("validation_failed", { issues: [{ path: "content", message }] });
}
