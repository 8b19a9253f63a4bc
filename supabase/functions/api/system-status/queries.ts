import type { Sql } from "../../_shared/clients/database.ts";

export { readMailPause } from "../../_shared/queries/mail-pause.ts";
export { readUnusualTraffic } from "../../_shared/queries/unusual-traffic.ts";

export async function readDatabaseTime(sql: Sql): Promise<string> {
  const [row] = await sql<[{ now: string }]>`select now() as now`;
  return row.now;
}

interface MailFigures {
  readonly waitingCount: number;
  readonly oldestWaitingAt: string | null;
  readonly heldCount: number;
  readonly failedCount: number;
}

export async function readMailFigures(sql: Sql): Promise<MailFigures> {
  const [row] = await sql<[MailFigures]>`
    select
      count(*) filter (where is_waiting)::integer as waiting_count,
      min(created_at) filter (where is_waiting) as oldest_waiting_at,
      count(*) filter (where status = 'held' and not private.is_former_demo_mail(data))::integer as held_count,
      count(*) filter (where status = 'failed' and not private.is_former_demo_mail(data))::integer as failed_count
    from (
      select outbox.*,
        -- An email that is only due later, such as tomorrow's about who left a shift, isn't waiting.
        status in ('queued', 'sending') and (next_attempt_at <= now() or attempts > 0 or refused_at is not null)
          as is_waiting
      from public.email_outbox as outbox
      where status in ('queued', 'sending', 'held', 'failed')
    ) as mail`;
  return row;
}

interface JobRun {
  readonly name: string;
  readonly schedule: string;
  readonly ranAt: string | null;
  readonly addedAt: string | null;
}

export const listJobRuns = (sql: Sql) => sql<JobRun[]>`
  select job.name, job.schedule, run.ran_at, run.added_at
  from private.scheduled_jobs() as job
  left join public.job_runs as run on run.name = job.name
  order by job.name`;
