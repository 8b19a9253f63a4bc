import { Cron } from "croner";
import postgres from "postgres";
import { getErrorMessage } from "./machine/problem.ts";

export interface ScheduleOptions {
  readonly databaseUrl: string;
  readonly apiUrl: string;
  readonly secretKey: string;
  readonly log: (line: string) => void;
}
type ApiAccess = Pick<ScheduleOptions, "apiUrl" | "secretKey">;

export interface Job {
  readonly name: string;
  readonly schedule: string;
  readonly statement: string | null;
  readonly functionPath: string | null;
}

/**
 * Runs the jobs in `private.scheduled_jobs()`, as pg_cron does on hosted projects. Returns a function that stops them.
 * Each start records the jobs as newly added, so that they don't count as late: none could run while the stack was off.
 */
export async function startSchedule(options: ScheduleOptions): Promise<() => Promise<void>> {
  const sql = postgres(options.databaseUrl, {
    max: 1,
    idle_timeout: 5,
    onnotice: () => undefined,
  });
  const jobs = await readJobs(sql);
  await sql`update public.job_runs set ran_at = null, added_at = now()`;
  const timers = jobs.map(
    (job) =>
      new Cron(
        job.schedule,
        {
          timezone: "UTC",
          protect: true,
          catch: (error: unknown) => options.log(`${job.name}: ${getErrorMessage(error)}`),
        },
        () => runJob(sql, options, job),
      ),
  );
  return async () => {
    for (const timer of timers) timer.stop();
    await sql.end({ timeout: 1 });
  };
}

export const readJobs = (sql: postgres.Sql) =>
  sql<Job[]>`
    select name, schedule, statement, function_path as "functionPath" from private.scheduled_jobs()`;

export async function runJob(
  sql: postgres.Sql,
  { apiUrl, secretKey }: ApiAccess,
  { statement, functionPath }: Job,
): Promise<void> {
  if (statement !== null) {
    await sql.unsafe(statement);
    return;
  }
  const response = await fetch(`${apiUrl}/functions/v1${functionPath}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      apikey: secretKey,
      Authorization: `Bearer ${secretKey}`,
    },
    body: "{}",
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw new Error(`returned ${response.status}`);
}
