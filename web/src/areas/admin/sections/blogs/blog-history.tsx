import type { AdminBlogPost } from "#data/blog-posts/resource.ts";
import { EarlierVersions } from "#admin/earlier-versions.tsx";
import { POST_FIELDS } from "./post-fields.ts";

/** The publication date is never restored. */
const { publishedAt: _publishedAt, ...RESTORABLE_FIELDS } = POST_FIELDS;

export interface BlogHistoryProps {
  readonly post: AdminBlogPost;
}

export const BlogHistory = ({ post: { id, version } }: BlogHistoryProps) => (
  <EarlierVersions
    hasVersions={version > 1}
    calls={{
      list: "GET /api/blog-posts/:id/versions",
      one: "GET /api/blog-posts/:id/versions/:versionId",
      params: { id },
    }}
    fields={RESTORABLE_FIELDS}
    getTitle={({ title }) => String(title)}
    getStatus={({ isPublished }) => (isPublished === true ? "Published" : "Draft")}
  />
);
