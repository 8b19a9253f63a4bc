import type { Row, Sql } from "../../_shared/clients/database.ts";
import { toPage } from "../../_shared/queries/page.ts";

export interface VolunteerCounts {
  readonly totalVolunteers: number;
  readonly activeVolunteers: number;
  readonly applications: Readonly<Record<"pending" | "approved" | "rejected", number>>;
}

/** How many volunteers and applications there are; no person is in it. */
export async function readVolunteerCounts(sql: Sql): Promise<VolunteerCounts> {
  const [row] = await sql<
    [{ counts: VolunteerCounts }]
  >`select private.volunteer_counts() as counts`;
  return row.counts;
}

export async function listVolunteers(
  sql: Sql,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
  const rows = await sql<(Row<"volunteers"> & { total: string })[]>`
    select *, count(*) over () as total
    from public.volunteers
    order by name, id
    limit ${limit} offset ${offset}`;
  return toPage(rows, offset);
}
