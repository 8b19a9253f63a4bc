import type { Sql } from "../../clients/database.ts";

/** States why the rest of the transaction may change closed months. */
export const stateLateReason = (sql: Sql, reason: string | null | undefined) =>
  sql`select set_config('books.late_reason', ${reason ?? ""}, true)`;
