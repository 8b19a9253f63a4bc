import type { Row, Sql } from "../../_shared/clients/database.ts";
import { toPage } from "../../_shared/queries/page.ts";

type Slice = { readonly limit: number; readonly offset: number };

/** What has been approved, newest first. */
export async function listTestimonials(sql: Sql, { limit, offset }: Slice) {
  const rows = await sql<
    (Pick<
      Row<"testimonials">,
      "id" | "name" | "title" | "content" | "imageUrl" | "rating" | "createdAt"
    > & { total: string })[]
  >`
    select id, name, title, content, image_url, rating, created_at, count(*) over () as total
    from public.testimonials
    where is_active
    order by created_at desc, id desc
    limit ${limit} offset ${offset}`;
  return toPage(rows, offset);
}

type NewTestimonial = Pick<
  Row<"testimonials">,
  "name" | "title" | "content" | "imageUrl" | "rating"
>;

/** Waits for review: the database sets that itself, whoever sends it. Visitors cannot read it back. */
export const sendTestimonial = (sql: Sql, story: NewTestimonial) =>
  sql`
    insert into public.testimonials (name, title, content, image_url, rating)
    values (${story.name}, ${story.title}, ${story.content}, ${story.imageUrl}, ${story.rating})`;
