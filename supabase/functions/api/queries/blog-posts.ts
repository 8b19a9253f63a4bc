import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { blogPostEndpoints } from "../../_shared/contracts/blog-posts.ts";
import type { ListQueryOf } from "../../_shared/contracts/list.ts";
import { readPage } from "../../_shared/queries/page.ts";
import { writesOf } from "../../_shared/queries/write.ts";

export const blogPostWrites = writesOf("blog_posts");

type PublicPost = Pick<
  Row<"blog_posts">,
  "id" | "title" | "content" | "imageUrl" | "imageAlt" | "createdAt"
>;

export const listPublishedBlogPosts = (
  sql: Sql,
  query: ListQueryOf<typeof blogPostEndpoints.listPublishedBlogPosts>,
) =>
  readPage<PublicPost>(sql, query, {
    columns: sql`id, title, content, image_url, image_alt, created_at`,
    from: "blog_posts",
    where: [sql`is_published`],
    searched: sql`lower(title || ' ' || content)`,
    orders: { createdAt: [sql`created_at`] },
  });

/** For administrators: drafts as well. */
export const listBlogPosts = (
  sql: Sql,
  query: ListQueryOf<typeof blogPostEndpoints.listBlogPosts>,
) =>
  readPage<Row<"blog_posts">>(sql, query, {
    columns: sql`*`,
    from: "blog_posts",
    where: query.isPublished === undefined ? [] : [sql`is_published = ${query.isPublished}`],
    searched: sql`lower(title || ' ' || content)`,
    orders: {
      createdAt: [sql`created_at`],
      updatedAt: [sql`updated_at`],
      title: [sql`lower(title)`],
    },
  });

/** The beginning of an id is a range of ids, so the primary key's index finds it. */
export async function findPublishedBlogPost(
  sql: Sql,
  idOrStart: string,
): Promise<PublicPost | undefined> {
  const [first, last] =
    idOrStart.length === 36
      ? [idOrStart, idOrStart]
      : [`${idOrStart}-0000-0000-0000-000000000000`, `${idOrStart}-ffff-ffff-ffff-ffffffffffff`];
  const [post] = await sql<PublicPost[]>`
    select id, title, content, image_url, image_alt, created_at
    from public.blog_posts
    where is_published and id between ${first} and ${last}
    order by id
    limit 1`;
  return post;
}
