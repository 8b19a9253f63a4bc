import type { Sql, TransactionSql } from "postgres";
import { ProjectStorage, type StorageAccess } from "../backup/storage-client.ts";

/** Stores the functions' URL and a secret key in the vault, for the jobs that call functions. Returns what was done. */
export async function connectScheduledJobs(
  sql: Sql | TransactionSql,
  access: StorageAccess,
): Promise<string> {
  await new ProjectStorage(access).requireSameProject(sql);
  const [row] = await sql<[{ result: string }]>`
    select private.connect_scheduled_jobs(${`${access.url}/functions/v1`}, ${access.secretKey}) as result`;
  return row.result;
}
