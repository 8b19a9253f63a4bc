import type { Row, Sql } from "../../_shared/clients/database.ts";
import { toPage } from "../../_shared/queries/page.ts";

type PublicPost = Pick<
  Row<"blog_posts">,
  "id" | "title" | "content" | "imageUrl" | "imageAlt" | "createdAt"
>;
type Slice = { readonly limit: number; readonly offset: number };

export async function listPublishedBlogPosts(sql: Sql, { limit, offset }: Slice) {
  const rows = await sql<(PublicPost & { total: string })[]>`
    select id, title, content, image_url, image_alt, created_at, count(*) over () as total
    from public.blog_posts
    where is_published
    order by created_at desc, id desc
    limit ${limit} offset ${offset}`;
  return toPage(rows, offset);
}

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
