import type { Sql } from "../../_shared/clients/database.ts";
import { noteRun } from "../../_shared/queries/job-runs.ts";

/** Files that nothing names and nobody is about to use, the oldest first and so many as one sweep takes. */
export const listOrphanedFiles = (sql: Sql) =>
  sql<{ bucketId: string; name: string }[]>`
    select bucket_id, name from private.orphaned_files()`;

export const noteSweep = (sql: Sql) => noteRun(sql, "sweep-uploads");
