import { blogPostDraftEndpoints } from "../../_shared/contracts/blog-post-drafts.ts";
import { implement, requireFound } from "../../_shared/http/handlers.ts";
import {
  discardBlogPostDraft,
  findBlogPostDraft,
  listBlogPostDrafts,
  saveBlogPostDraft,
} from "./queries.ts";

export default implement(blogPostDraftEndpoints, {
  listBlogPostDrafts: ({ asCaller, query }) => asCaller((sql) => listBlogPostDrafts(sql, query)),
  getBlogPostDraft: ({ asCaller, params: { id } }) => asCaller((sql) => findBlogPostDraft(sql, id)),
  saveBlogPostDraft: ({ asCaller, params: { id }, body }) =>
    asCaller((sql) => saveBlogPostDraft(sql, id, body)),
  deleteBlogPostDraft: async ({ asCaller, params: { id }, query: { version } }) => {
    requireFound(await asCaller((sql) => discardBlogPostDraft(sql, id, version)), "draft");
    return { message: "Draft discarded" };
  },
});
