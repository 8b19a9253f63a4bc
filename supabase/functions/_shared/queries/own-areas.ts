import type { Caller } from "../caller.ts";
import type { Fragment, Sql } from "../clients/database.ts";

/**
 * Returns the condition that rows belong to the administrator's areas, or no condition for an owner. Lists that bypass
 * row-level security need it.
 */
export function createOwnAreasConditions(
  sql: Sql,
  caller: Caller,
  area: Fragment,
): readonly Fragment[] {
  if (caller.kind !== "admin") return [sql`false`];
  const [first, ...otherAreas] = caller.areas;
  if (first === undefined) return [sql`false`];
  if (caller.areas.includes("owner")) return [];
  // With `=` instead of `any`, Postgres can read rows in the order of an index.
  if (otherAreas.length === 0) return [sql`${area} = ${first}`];
  return [sql`${area} = any (string_to_array(${caller.areas.join(",")}, ','))`];
}
