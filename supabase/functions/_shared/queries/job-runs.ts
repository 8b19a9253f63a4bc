import type { Sql } from "../clients/database.ts";

/** Records a successful run of a job named in `private.scheduled_jobs()`. */
export const recordJobRun = (
  sql: Sql,
  name:
    | "apply-retention-rules"
    | "call-build-hook"
    | "continue-erasures"
    | "reconcile-payments"
    | "send-emails"
    | "sweep-uploads",
) => sql`select private.record_job_run(${name})`;
