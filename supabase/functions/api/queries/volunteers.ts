import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { ListQueryOf } from "../../_shared/contracts/list.ts";
import type { volunteerEndpoints } from "../../_shared/contracts/volunteers.ts";
import { readPage } from "../../_shared/queries/page.ts";

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

export const listVolunteers = (
  sql: Sql,
  query: ListQueryOf<typeof volunteerEndpoints.listVolunteers>,
) =>
  readPage<Row<"volunteers">>(sql, query, {
    columns: sql`*`,
    from: sql`public.volunteers`,
    where: query.isActive === undefined ? [] : [sql`is_active = ${query.isActive}`],
    searched: sql`lower(name || ' ' || email)`,
    orders: {
      name: [sql`lower(name)`],
      createdAt: [sql`created_at`],
      totalHours: [sql`total_hours`],
    },
  });
