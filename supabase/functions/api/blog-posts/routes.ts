import { blogPostEndpoints } from "../../_shared/contracts/blog-posts.ts";
import { AppError } from "../../_shared/errors.ts";
import { requireFound, requireNoun, implement } from "../../_shared/http/handlers.ts";
import { removeSavedDraft } from "../blog-post-drafts/queries.ts";
import {
  blogPostVersions,
  findBlogPost,
  findPublishedBlogPost,
  insertBlogPost,
  listBlogPostAddresses,
  listBlogPosts,
  listBlogPostTags,
  listPublishedBlogPosts,
  removeBlogPost,
  requireBlogPostVersion,
  updateBlogPost,
} from "./queries.ts";

const requirePost = requireNoun("post");

export default implement(blogPostEndpoints, {
  listPublishedBlogPosts: ({ asCaller, query }) =>
    asCaller((sql) => listPublishedBlogPosts(sql, query)),
  getPublishedBlogPost: async ({ asCaller, params }) =>
    requirePost(await asCaller((sql) => findPublishedBlogPost(sql, params.id))),
  listBlogPostTags: ({ asCaller }) => asCaller(listBlogPostTags),
  listBlogPostAddresses: ({ asCaller }) => asCaller(listBlogPostAddresses),
  listBlogPosts: ({ asCaller, query }) => asCaller((sql) => listBlogPosts(sql, query)),
  getBlogPost: async ({ asCaller, params: { id } }) =>
    requirePost(await asCaller((sql) => findBlogPost(sql, id))),
  listBlogPostVersions: ({ asCaller, params: { id }, query }) =>
    asCaller(async (sql) => {
      requirePost(await findBlogPost(sql, id));
      return blogPostVersions.list(sql, id, query);
    }),
  getBlogPostVersion: async ({ asCaller, params: { id, versionId } }) =>
    requireFound(await asCaller((sql) => blogPostVersions.find(sql, id, versionId)), "version"),
  createBlogPost: async ({ asCaller, query, body, once }) => {
    await requireValidLinks(body.content);
    return asCaller(async (sql) => {
      const post = await once(sql, () => insertBlogPost(sql, body));
      await removeSavedDraft(sql, query, post.id);
      return post;
    });
  },
  updateBlogPost: async ({ asCaller, params: { id }, query, body: { version, ...changes } }) => {
    await requireValidLinks(changes.content);
    return requirePost(
      await asCaller(async (sql) => {
        if (version !== undefined) await requireBlogPostVersion(sql, id, version);
        const post = await updateBlogPost(sql, id, changes);
        await removeSavedDraft(sql, query, id);
        return post;
      }),
    );
  },
  deleteBlogPost: async ({ asCaller, params: { id }, query: { version } }) => {
    requirePost(await asCaller((sql) => removeBlogPost(sql, id, version)));
    return { message: "Blog post deleted" };
  },
});

async function requireValidLinks(content: string | undefined): Promise<void> {
  // This import happens only on writes, to keep reads fast.
  const { findLinkProblem } = await import("../../_shared/html/refused-links.ts");
  const message = content === undefined ? undefined : findLinkProblem(content);
  if (message === undefined) return;
  throw new AppError("validation_failed", { issues: [{ path: "content", message }] });
}
