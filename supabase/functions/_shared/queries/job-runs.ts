import type { Sql } from "../clients/database.ts";

/** Scheduled work by its name in `private.scheduled_jobs()`, which has ended well. */
export const noteRun = (
  sql: Sql,
  name: "call-build-hook" | "reconcile-payments" | "send-emails" | "sweep-uploads",
) => sql`select private.note_run(${name})`;
