import type { Sql, TransactionSql } from "postgres";
import { Problem } from "../machine/problem.ts";

interface JobsAccess {
  readonly databaseUrl: string;
  readonly projectUrl: string;
  readonly secretKey: string;
}

/** Stores the functions' URL and a secret key in the vault, for the jobs that call functions. Returns what was done. */
export async function connectScheduledJobs(
  sql: Sql | TransactionSql,
  { databaseUrl, projectUrl, secretKey }: JobsAccess,
): Promise<string> {
  const ref = /^https:\/\/([a-z0-9]{20})\.supabase\.co$/.exec(projectUrl)?.[1];
  const { username, hostname } = new URL(databaseUrl);
  if (ref !== undefined && !`${username} ${hostname}`.includes(ref)) {
    throw new Problem(
      `SUPABASE_URL (${projectUrl}) and the database URL belong to different projects. Correct one of them.`,
    );
  }
  const [row] = await sql<[{ result: string }]>`
    select private.connect_scheduled_jobs(${`${projectUrl}/functions/v1`}, ${secretKey}) as result`;
  return row.result;
}
