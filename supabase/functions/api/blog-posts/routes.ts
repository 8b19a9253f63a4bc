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
} from "./queries.ts";

export default implement(blogPostEndpoints, {
  listPublishedBlogPosts: ({ asCaller, query }) =>
    asCaller((sql) => listPublishedBlogPosts(sql, query)),
  getPublishedBlogPost: async ({ asCaller, params }) =>
    requireFound(await asCaller((sql) => findPublishedBlogPost(sql, params.id)), "post"),
  listBlogPostTags: ({ asCaller }) => asCaller(listBlogPostTags),
  listBlogPostAddresses: ({ asCaller }) => asCaller(listBlogPostAddresses),
  listBlogPosts: ({ asCaller, query }) => asCaller((sql) => listBlogPosts(sql, query)),
  getBlogPost: async ({ asCaller, params: { id } }) =>
    requireFound(await asCaller((sql) => findBlogPost(sql, id)), "post"),
  listBlogPostVersions: ({ asCaller, params: { id }, query }) =>
    asCaller(async (sql) => {
      requireFound(await findBlogPost(sql, id), "post");
      return listBlogPostVersions(sql, id, query);
    }),
  getBlogPostVersion: async ({ asCaller, params: { id, versionId } }) =>
    requireFound(await asCaller((sql) => findBlogPostVersion(sql, id, versionId)), "version"),
  createBlogPost: async ({ asCaller, body, once }) => {
    await requireValidLinks(body.content);
    return asCaller((sql) => once(sql, () => insertBlogPost(sql, body)));
  },
  updateBlogPost: async ({ asCaller, params: { id }, body: { version, ...changes } }) => {
    await requireValidLinks(changes.content);
    return requireFound(
      await asCaller(async (sql) => {
        if (version !== undefined) await requireBlogPostVersion(sql, id, version);
        return updateBlogPost(sql, id, changes);
      }),
      "post",
    );
  },
  deleteBlogPost: async ({ asCaller, params: { id } }) => {
    requireFound(await asCaller((sql) => removeBlogPost(sql, id)), "post");
    return { message: "Blog post deleted" };
  },
});

async function requireValidLinks(content: string | undefined): Promise<void> {
  // Imported on write only, to keep reads fast.
  const { linkProblem } = await import("../../_shared/html/refused-links.ts");
  const message = content === undefined ? undefined : linkProblem(content);
  if (message === undefined) return;
  throw new AppError("validation_failed", { issues: [{ path: "content", message }] });
}
