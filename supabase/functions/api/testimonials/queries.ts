import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { ListQuery, ListQueryOf } from "../../_shared/contracts/list.ts";
import type { testimonialEndpoints } from "../../_shared/contracts/testimonials.ts";
import { readPage } from "../../_shared/queries/page.ts";
import { requireVersion } from "../../_shared/queries/versions.ts";
import { createWrites } from "../../_shared/queries/write.ts";

export const testimonialWrites = createWrites("testimonials");

type PublicTestimonial = Pick<
  Row<"testimonials">,
  "id" | "name" | "title" | "content" | "imageUrl" | "imageAlt" | "rating" | "createdAt"
>;

/** Lists the stories that visitors see. Row-level security returns only approved stories. */
export const listTestimonials = (sql: Sql, query: ListQuery<"createdAt" | "-createdAt">) =>
  readPage<PublicTestimonial>(sql, query, {
    columns: sql`id, name, title, content, image_url, image_alt, rating, created_at`,
    from: sql`public.testimonials`,
    searchedText: sql`search_text`,
    orders: { createdAt: [sql`created_at`] },
  });

/** Lists all stories for administrators, including pending ones. */
export const listAllTestimonials = (
  sql: Sql,
  query: ListQueryOf<typeof testimonialEndpoints.listAllTestimonials>,
) =>
  readPage<PublicTestimonial & Pick<Row<"testimonials">, "isActive" | "updatedAt">>(sql, query, {
    columns: sql`id, name, title, content, image_url, image_alt, rating, created_at, is_active, updated_at`,
    from: "testimonials",
    where: query.isActive === undefined ? [] : [sql`is_active = ${query.isActive}`],
    searchedText: sql`search_text`,
    orders: { createdAt: [sql`created_at`] },
  });

/** Reads a story for review. Throws if someone reviewed it since that version was read. */
export async function findTestimonial(sql: Sql, id: string, version: string | undefined) {
  if (version !== undefined) {
    await requireVersion(sql, { table: "testimonials", where: sql`id = ${id}`, version });
  }
  const [row] = await sql<Pick<Row<"testimonials">, "imageUrl">[]>`
    select image_url from public.testimonials where id = ${id}`;
  return row;
}

type NewTestimonial = Pick<
  Row<"testimonials">,
  "name" | "title" | "content" | "imageUrl" | "imageAlt" | "rating"
>;

/** Stores a story, which always waits for review, no matter who submits it. */
export const insertTestimonial = (sql: Sql, story: NewTestimonial) =>
  sql`insert into public.testimonials ${sql({ ...story, isActive: false })}`;
