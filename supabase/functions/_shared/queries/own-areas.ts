import type { Caller } from "../caller.ts";
import type { Fragment, Sql } from "../clients/database.ts";

/**
 * Returns the condition that rows belong to the administrator's areas, or none for an owner. For lists that are read
 * past the policies.
 */
export function inOwnAreas(sql: Sql, caller: Caller, area: Fragment): readonly Fragment[] {
  if (caller.kind !== "admin") return [sql`false`];
  if (caller.areas.includes("owner")) return [];
  return [sql`${area} = any (string_to_array(${caller.areas.join(",")}, ','))`];
}
