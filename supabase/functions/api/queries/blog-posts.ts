import type { Row, Sql } from "../../_shared/clients/database.ts";
import { toPage } from "../../_shared/queries/page.ts";

type Slice = { readonly limit: number; readonly offset: number };

export async function listPublishedBlogPosts(sql: Sql, { limit, offset }: Slice) {
  const rows = await sql<
    (Pick<Row<"blog_posts">, "id" | "title" | "content" | "imageUrl" | "imageAlt" | "createdAt"> & {
      total: string;
    })[]
  >`
    select id, title, content, image_url, image_alt, created_at, count(*) over () as total
    from public.blog_posts
    where is_published
    order by created_at desc, id desc
    limit ${limit} offset ${offset}`;
  return toPage(rows, offset);
}
