import type { z } from "zod";
import type { Fragment, Row, Sql } from "../../_shared/clients/database.ts";
import type { blogPostEndpoints } from "../../_shared/contracts/blog-posts.ts";
import type { ListQueryOf } from "../../_shared/contracts/list.ts";
import { createVersionQueries } from "../../_shared/queries/kept-versions.ts";
import { readPage } from "../../_shared/queries/page.ts";
import { createStaleEditError } from "../../_shared/queries/versions.ts";
import { createWrites } from "../../_shared/queries/write.ts";
import { sortName } from "../../_shared/queries/sort-name.ts";

const { insert, update, remove } = createWrites("blog_posts");

/** Tags are JSON in the table. */
type WithTags<Post> = Omit<Post, "tags"> & { tags: string[] };
type StoredPost = WithTags<Omit<Row<"blog_posts">, "searchText">>;
type StoredVersion = WithTags<Row<"blog_post_versions">>;
type PublicPost = Omit<StoredPost, "isPublished" | "version" | "savedBy"> & {
  readonly publishedAt: string;
};

const selectPublicColumns = (sql: Sql) => sql`
  id, title, content, image_url, image_alt, created_at, published_at, slug, tags, search_title, search_description,
  updated_at`;

const createTagConditions = (sql: Sql, tag: string | undefined): readonly Fragment[] =>
  tag === undefined ? [] : [sql`lower(tags::text)::jsonb @> to_jsonb(lower(${tag}))`];

/**
 * Lists the posts that visitors see. As in the other public queries, row-level security returns only published posts.
 */
export const listPublishedBlogPosts = (
  sql: Sql,
  query: ListQueryOf<typeof blogPostEndpoints.listPublishedBlogPosts>,
) =>
  readPage<PublicPost>(sql, query, {
    columns: selectPublicColumns(sql),
    from: sql`public.blog_posts`,
    where: createTagConditions(sql, query.tag),
    searchedText: sql`search_text`,
    orders: { publishedAt: [sql`published_at`] },
  });

/** Maximum number of tags that the page offers as filters. */
const TAG_FILTERS_MAX = 100;

/** Returns the most used tags, each spelled as in the newest post that has it. */
export const listBlogPostTags = (sql: Sql) => sql<{ tag: string; count: string }[]>`
  select (array_agg(tag order by published_at desc))[1] as tag, count(*) as count
  from public.blog_posts, jsonb_array_elements_text(tags) as tag
  group by lower(tag)
  order by count(*) desc, lower(tag)
  limit ${TAG_FILTERS_MAX}`;

/** A sitemap can hold 50,000 URLs. Older posts remain reachable through the list's pages. */
const SITEMAP_POSTS_MAX = 40_000;

export const listBlogPostAddresses = (sql: Sql) => sql<
  Pick<StoredPost, "id" | "title" | "slug" | "updatedAt">[]
>`
  select id, title, slug, updated_at
  from public.blog_posts
  order by published_at desc, id desc
  limit ${SITEMAP_POSTS_MAX}`;

/** Lists all posts for administrators, including unpublished ones. */
export const listBlogPosts = (
  sql: Sql,
  query: ListQueryOf<typeof blogPostEndpoints.listBlogPosts>,
) =>
  readPage<StoredPost>(sql, query, {
    columns: sql`${selectPublicColumns(sql)}, is_published, version, saved_by`,
    from: "blog_posts",
    where: [
      ...(query.isPublished === undefined ? [] : [sql`is_published = ${query.isPublished}`]),
      ...createTagConditions(sql, query.tag),
    ],
    searchedText: sql`search_text`,
    orders: {
      createdAt: [sql`created_at`],
      updatedAt: [sql`updated_at`],
      title: [sortName(sql, sql`title`)],
    },
  });

/** Looks up the start of an id as a range, so that the primary key's index can be used. */
export async function findPublishedBlogPost(
  sql: Sql,
  idOrPrefix: string,
): Promise<PublicPost | undefined> {
  const [firstId, lastId] =
    idOrPrefix.length === 36
      ? [idOrPrefix, idOrPrefix]
      : [`${idOrPrefix}-0000-0000-0000-000000000000`, `${idOrPrefix}-ffff-ffff-ffff-ffffffffffff`];
  const [post] = await sql<PublicPost[]>`
    select ${selectPublicColumns(sql)}
    from public.blog_posts
    where id between ${firstId} and ${lastId}
    order by id
    limit 1`;
  return post;
}

export async function findBlogPost(sql: Sql, id: string): Promise<StoredPost | undefined> {
  const [post] = await sql<StoredPost[]>`select * from public.blog_posts where id = ${id}`;
  return post;
}

type Changes = Omit<z.output<typeof blogPostEndpoints.updateBlogPost.body>, "version">;

export const insertBlogPost = (sql: Sql, post: Changes) =>
  insert(sql, post) as Promise<unknown> as Promise<StoredPost>;

export const updateBlogPost = (sql: Sql, id: string, changes: Changes) =>
  update(sql, id, changes) as Promise<unknown> as Promise<StoredPost | undefined>;

export const removeBlogPost = remove;

export const blogPostVersions = createVersionQueries<"blog_post_versions", StoredVersion>(
  "blog_post_versions",
  "post_id",
  (sql) => sql`private.search_text(title)`,
);

const EDITABLE_COLUMNS = [
  "title",
  "content",
  "imageUrl",
  "imageAlt",
  "isPublished",
  "publishedAt",
  "slug",
  "searchTitle",
  "searchDescription",
  "tags",
] as const satisfies readonly (keyof StoredPost)[];

/** Returns the fields that have changed since `version`, or all fields if that version is no longer stored. */
async function listChangedFieldsSince(
  sql: Sql,
  post: StoredPost,
  version: number,
): Promise<readonly string[]> {
  const earlierPost = await blogPostVersions.find(sql, post.id, version);
  return EDITABLE_COLUMNS.filter(
    (name) =>
      earlierPost === undefined || JSON.stringify(earlierPost[name]) !== JSON.stringify(post[name]),
  );
}

/**
 * Throws `stale_edit` if the post has a newer version. Versions are numbered and stored, so the changed fields are
 * exact. Locks the post.
 */
export async function requireBlogPostVersion(sql: Sql, id: string, version: number) {
  const [post] = await sql<StoredPost[]>`
    select * from public.blog_posts where id = ${id} for update`;
  if (post === undefined || post.version === version) return;
  throw createStaleEditError({
    savedBy: post.savedBy,
    changedFields: await listChangedFieldsSince(sql, post, version),
    current: post,
  });
}
