import type { Fragment, Sql } from "../clients/database.ts";

/**
 * Returns the sort key of a name: without case, accents and punctuation, so that Élodie stands with the other E. It is
 * compared byte by byte, because hosted databases and ours have different collations.
 */
export const sortName = (sql: Sql, name: Fragment): Fragment =>
  sql`private.fold(${name}) collate "C"`;
