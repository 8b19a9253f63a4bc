import type { Sql, TransactionSql } from "postgres";
import { applyMigration, listMigrations } from "../database/migrations.ts";
import { Problem } from "../machine/problem.ts";
import { compareAppliedMigrations } from "./applied-migrations.ts";
import { formatCount, type Manifest, type TableBackup } from "./manifest.ts";
import { listStoredFiles } from "./storage-client.ts";

/** Tables that contain rows even in an unused project, because migrations and scheduled jobs write to them. */
export const TABLES_OF_UNUSED_PROJECT: readonly string[] = [
  "public.donation_site_totals",
  "public.health_alerts",
  "public.job_runs",
  "public.mail_transport",
  "public.privacy_settings",
  "public.release_steps",
  "public.retention_rules",
  "public.settings",
  "public.site_builds",
];

/**
 * The email address of the account that a migration creates, so that a login with an unknown name takes as long as one
 * with a wrong password.
 */
const DUMMY_EMAIL = "nobody@accounts.invalid";

const createNotEmptyProblem = (reason: string): Problem =>
  new Problem(
    `A backup can only be restored into an empty project, and this one isn't empty: ${reason}. Nothing was changed. Create a new project.`,
  );

/**
 * Applies the migrations that the project lacks, as `supabase db push` does. A restore that is run again after an
 * interruption applies only those that are still missing.
 */
export async function applyMigrations(sql: Sql, log: (line: string) => void): Promise<void> {
  const { appliedCount, difference } = await compareAppliedMigrations(sql);
  if (difference !== undefined)
    throw createNotEmptyProblem(`${difference}, but this checkout has no such migration`);
  if (appliedCount === 0) await requireNoTables(sql);
  await sql
    .unsafe(
      // These are the Supabase CLI's own definitions, so that `supabase db push` finds the history.
      `create schema if not exists supabase_migrations;
       create table if not exists supabase_migrations.schema_migrations (
         version text not null primary key, statements text[], name text
       )`,
    )
    .simple();
  const pendingMigrations = (await listMigrations()).slice(appliedCount);
  if (pendingMigrations.length === 0) return;
  log(`Applying ${formatCount(pendingMigrations.length, "migration")}.`);
  for (const migration of pendingMigrations) await applyMigration(sql, migration);
}

async function requireNoTables(sql: Sql): Promise<void> {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 3`;
  if (rows.length > 0) {
    throw createNotEmptyProblem(
      `there are other tables (${rows.map(({ name }) => name).join(", ")})`,
    );
  }
}

export async function requireNoRows(
  sql: Sql | TransactionSql,
  tables: readonly TableBackup[],
): Promise<void> {
  for (const { name } of tables) {
    if (TABLES_OF_UNUSED_PROJECT.includes(name)) continue;
    const condition = name === "auth.users" ? `email is distinct from '${DUMMY_EMAIL}'` : "true";
    const rows = await sql.unsafe(`select 1 from ${name} where ${condition} limit 1`);
    if (rows.length > 0) throw createNotEmptyProblem(`${name} has rows`);
  }
}

/**
 * Throws if Storage has files that aren't in the backup. An interrupted restore may already have stored the backup's own
 * files.
 */
export async function requireNoOtherFiles(sql: Sql, { files }: Manifest): Promise<void> {
  const backupFiles = new Set(files.map(({ bucket, key }) => `${bucket}/${key}`));
  const storedFiles = await listStoredFiles(sql);
  const otherFile = storedFiles.find(({ bucket, key }) => !backupFiles.has(`${bucket}/${key}`));
  if (otherFile)
    throw createNotEmptyProblem(`Storage has the file ${otherFile.bucket}/${otherFile.key}`);
}
