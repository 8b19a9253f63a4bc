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

type Volunteer = Omit<Row<"volunteers">, "accountId" | "searchText">;

export const listVolunteers = (
  sql: Sql,
  query: ListQueryOf<typeof volunteerEndpoints.listVolunteers>,
) =>
  readPage<Volunteer>(sql, query, {
    columns: sql`
      id, name, email, phone, zip_code, city, state, availability, total_hours, packages_helped,
      is_active, created_at`,
    from: sql`public.volunteers`,
    where: query.isActive === undefined ? [] : [sql`is_active = ${query.isActive}`],
    searched: sql`search_text`,
    orders: {
      name: [sql`lower(name)`],
      createdAt: [sql`created_at`],
      totalHours: [sql`total_hours`],
    },
  });
