import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { ListQuery } from "../../_shared/contracts/list.ts";
import { readPage } from "../../_shared/queries/page.ts";

type PublicTestimonial = Pick<
  Row<"testimonials">,
  "id" | "name" | "title" | "content" | "imageUrl" | "imageAlt" | "rating" | "createdAt"
>;

/** What has been approved. */
export const listTestimonials = (sql: Sql, query: ListQuery<"createdAt" | "-createdAt">) =>
  readPage<PublicTestimonial>(sql, query, {
    columns: sql`id, name, title, content, image_url, image_alt, rating, created_at`,
    from: "testimonials",
    where: [sql`is_active`],
    searched: sql`lower(name || ' ' || title || ' ' || content)`,
    orders: { createdAt: [sql`created_at`] },
  });

type NewTestimonial = Pick<
  Row<"testimonials">,
  "name" | "title" | "content" | "imageUrl" | "imageAlt" | "rating"
>;

/** Waits for review, whoever sends it. */
export const sendTestimonial = (sql: Sql, story: NewTestimonial) =>
  sql`insert into public.testimonials ${sql({ ...story, isActive: false })}`;
