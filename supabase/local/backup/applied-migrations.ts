import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { Sql } from "postgres";
import { listMigrations, migrationsFolder } from "../database/migrations.ts";
import { projectRoot } from "../machine/paths.ts";
import { Problem } from "../machine/problem.ts";
import type { Manifest, MigrationChecksum } from "./manifest.ts";
import { computeSha256 } from "./sealed-json.ts";

export async function readCheckoutMigrations(): Promise<MigrationChecksum[]> {
  const migrations = await listMigrations();
  return Promise.all(
    migrations.map(async ({ file }) => ({
      file,
      sha256: computeSha256(await readFile(path.join(migrationsFolder, file))),
    })),
  );
}

/**
 * Returns the checkout's commit, or "unknown" without Git. A restore compares the checksums of the migrations instead of
 * the commit.
 */
export async function readCommit(): Promise<string> {
  const result = await promisify(execFile)("git", ["rev-parse", "HEAD"], {
    cwd: projectRoot,
  }).catch(() => undefined);
  return result?.stdout.trim() ?? "unknown";
}

export async function readProductVersion(): Promise<string> {
  const text = await readFile(path.join(projectRoot, "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

/** Throws unless this checkout has the migrations that the backup's database had. */
export async function requireManifestMigrations(manifest: Manifest): Promise<void> {
  const checkoutMigrations = await readCheckoutMigrations();
  if (JSON.stringify(checkoutMigrations) === JSON.stringify(manifest.migrations)) return;
  throw new Problem(
    `This backup was taken with the migrations from commit ${manifest.commit} (version ${manifest.productVersion}), but this checkout has different ones. ` +
      `Run \`git checkout ${manifest.commit} && npm ci\`, restore, and apply newer migrations afterward.`,
  );
}

export type MigrationState =
  | { readonly appliedCount: number; readonly difference?: undefined }
  | { readonly appliedCount: number; readonly difference: string };

/** Compares the checkout's files, in order, with what the database recorded when each migration was applied. */
export async function compareAppliedMigrations(sql: Sql): Promise<MigrationState> {
  const [history] = await sql<{ exists: boolean }[]>`
    select to_regclass('supabase_migrations.schema_migrations') is not null as exists`;
  if (!history!.exists) return { appliedCount: 0 };
  const rows = await sql<{ version: string; text: string }[]>`
    select version, array_to_string(statements, ';') as text
    from supabase_migrations.schema_migrations
    order by version`;
  const migrations = await listMigrations();
  for (const [index, { version, text }] of rows.entries()) {
    const migration = migrations[index];
    if (migration?.version !== version) {
      return { appliedCount: rows.length, difference: `${version} was applied` };
    }
    const fileText = await readFile(path.join(migrationsFolder, migration.file), "utf8");
    if (removeSpacesAndSemicolons(fileText) !== removeSpacesAndSemicolons(text)) {
      return {
        appliedCount: rows.length,
        difference: `${migration.file} was applied with other text`,
      };
    }
  }
  return { appliedCount: rows.length };
}

/**
 * Removes what may differ between two copies of a migration, because the Supabase CLI and the embedded stack split a
 * file into statements differently.
 */
const removeSpacesAndSemicolons = (text: string): string => text.replace(/[\s;]+/g, "");

/**
 * Throws unless the database has exactly this checkout's migrations, so that a manifest never lists the wrong
 * migrations.
 */
export async function requireCheckoutMigrations(sql: Sql): Promise<void> {
  const { appliedCount, difference } = await compareAppliedMigrations(sql);
  const migrations = await listMigrations();
  if (difference === undefined && appliedCount === migrations.length) return;
  const mismatch =
    difference ??
    `only ${appliedCount} of this checkout's ${migrations.length} migrations were applied`;
  throw new Problem(
    `The database's migrations aren't the ones in this checkout (${mismatch}). Check out the commit that is deployed, run \`npm ci\`, then run the backup again.`,
  );
}
