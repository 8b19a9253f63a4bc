import type { Row, Sql } from "../../_shared/clients/database.ts";
import { toPage } from "../../_shared/queries/page.ts";

type Slice = { readonly limit: number; readonly offset: number };
type PublicLocation = Pick<
  Row<"locations">,
  "id" | "name" | "militaryBranch" | "city" | "state"
> & { total: string };

/** Active locations without street, contact person or notes. */
export async function listPublicLocations(sql: Sql, { limit, offset }: Slice) {
  const rows = await sql<PublicLocation[]>`
    select id, name, military_branch, city, state, count(*) over () as total
    from private.public_locations()
    order by name, id
    limit ${limit} offset ${offset}`;
  return toPage(rows, offset);
}

export async function listLocations(sql: Sql, { limit, offset }: Slice) {
  const rows = await sql<(Row<"locations"> & { total: string })[]>`
    select *, count(*) over () as total
    from public.locations
    order by name, id
    limit ${limit} offset ${offset}`;
  return toPage(rows, offset);
}
