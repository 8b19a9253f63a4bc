import type { z } from "zod";
import type { Sql } from "../../_shared/clients/database.ts";
import type { bookClosingEndpoints } from "../../_shared/contracts/book-closings.ts";

type BookClosing = z.input<typeof bookClosingEndpoints.closeBooks.output>;
type LateEntry = z.input<typeof bookClosingEndpoints.listLateEntries.output>[number];

const CLOSINGS_LIMIT = 50;
const ENTRIES_LIMIT = 200;

export const listBookClosings = (sql: Sql) => sql<BookClosing[]>`
  select * from public.book_closings order by created_at desc, id desc limit ${CLOSINGS_LIMIT}`;

export async function closeBooks(
  sql: Sql,
  { closedThrough, reason }: z.output<typeof bookClosingEndpoints.closeBooks.body>,
): Promise<BookClosing | undefined> {
  // A statement of its own sees the row that the function adds.
  const [{ id }] = await sql<[{ id: string }]>`
    select private.close_books(${closedThrough}::date, ${reason ?? null}) as id`;
  const [closing] = await sql<BookClosing[]>`select * from public.book_closings where id = ${id}`;
  return closing;
}

export const listLateEntries = (sql: Sql) => sql<LateEntry[]>`
  select entry.*, coalesce(
      (
        select btrim(donation.first_name || ' ' || donation.last_name) from public.donations as donation
        where donation.id = entry.record_id
      ),
      (
        select btrim(donor_name.first_name || ' ' || donor_name.last_name)
        from public.noncash_donations as noncash
        cross join lateral private.donor_name(noncash.donor_id) as donor_name
        where noncash.id = entry.record_id
      )
    ) as name
  from public.late_entries as entry
  where entry.is_demo = (select private.shows_demo_money())
  order by entry.created_at desc, entry.id desc
  limit ${ENTRIES_LIMIT}`;
