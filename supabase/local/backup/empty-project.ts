import type { Sql, TransactionSql } from "postgres";
import { applyMigration, listMigrations } from "../database/migrations.ts";
import { Problem } from "../machine/problem.ts";
import { compareAppliedMigrations } from "./applied-migrations.ts";
import { countOf, type Manifest, type TableBackup } from "./manifest.ts";
import { listStoredFiles } from "./storage-client.ts";

/** Tables with rows in a project that nobody has used: migrations and scheduled jobs write them. */
export const TABLES_OF_UNUSED_PROJECT: readonly string[] = [
  "public.donation_site_totals",
  "public.health_alerts",
  "public.job_runs",
  "public.privacy_settings",
  "public.release_steps",
  "public.retention_rules",
  "public.settings",
  "public.site_builds",
];

/**
 * The account that a migration creates, so that a login with an unknown name takes as long as one with a wrong
 * password.
 */
const DUMMY_EMAIL = "nobody@accounts.invalid";

const notEmptyProblem = (reason: string): Problem =>
  new Problem(
    `A backup can only be restored into an empty project, and this one isn't empty: ${reason}. Nothing was changed. Create a new project.`,
  );

/** Applies the migrations that the project lacks, as `supabase db push` does. An interrupted restore continues here. */
export async function applyMigrations(sql: Sql, log: (line: string) => void): Promise<void> {
  const { appliedCount, difference } = await compareAppliedMigrations(sql);
  if (difference !== undefined)
    throw notEmptyProblem(`${difference}, but this checkout has no such migration`);
  if (appliedCount === 0) await requireNoTables(sql);
  await sql
    .unsafe(
      // The CLI's definitions, so that `supabase db push` finds the history.
      `create schema if not exists supabase_migrations;
       create table if not exists supabase_migrations.schema_migrations (
         version text not null primary key, statements text[], name text
       )`,
    )
    .simple();
  const pendingMigrations = (await listMigrations()).slice(appliedCount);
  if (pendingMigrations.length === 0) return;
  log(`Applying ${countOf(pendingMigrations.length, "migration")}.`);
  for (const migration of pendingMigrations) await applyMigration(sql, migration);
}

async function requireNoTables(sql: Sql): Promise<void> {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 3`;
  if (rows.length > 0) {
    throw notEmptyProblem(`there are other tables (${rows.map(({ name }) => name).join(", ")})`);
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
    if (rows.length > 0) throw notEmptyProblem(`${name} has rows`);
  }
}

/** Files from this backup may already be there, because an interrupted restore stored them. */
export async function requireNoOtherFiles(sql: Sql, { files }: Manifest): Promise<void> {
  const ownFiles = new Set(files.map(({ bucket, key }) => `${bucket}/${key}`));
  const storedFiles = await listStoredFiles(sql);
  const otherFile = storedFiles.find(({ bucket, key }) => !ownFiles.has(`${bucket}/${key}`));
  if (otherFile) throw notEmptyProblem(`Storage has the file ${otherFile.bucket}/${otherFile.key}`);
}
