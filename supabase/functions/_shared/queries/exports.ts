import type { Sql } from "../clients/database.ts";
import type { RequiredArea } from "../contracts/choices.ts";

/** Logs an export for the administrators of its area or, if it doesn't belong to a single one, for owners. */
export const insertExport = (
  sql: Sql,
  area: RequiredArea | undefined,
  facts: Readonly<Record<string, unknown>>,
) => {
  const readers = typeof area !== "string" || area === "any" ? "owner" : area;
  return sql`select private.log_export(${readers}, ${sql.json(facts as never)})`;
};
