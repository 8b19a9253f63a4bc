import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { splitSqlStatements } from "@supabase/lite";
import postgres, { type Sql } from "postgres";
import { projectRoot } from "../machine/paths.ts";
import { getErrorMessage, Problem } from "../machine/problem.ts";

export interface Migration {
  version: string;
  name: string;
  file: string;
}

export const migrationsFolder = path.join(projectRoot, "supabase/migrations");
const seedPath = "supabase/seed.sql";

/** Parses `<timestamp>_<name>.sql`, as the Supabase CLI does. Returns undefined for other files. */
export function parseMigrationName(file: string): Migration | undefined {
  const match = /^(\d+)_(.+)\.sql$/.exec(file);
  return match ? { version: match[1]!, name: match[2]!, file } : undefined;
}

export async function listMigrations(folder = migrationsFolder): Promise<Migration[]> {
  if (!existsSync(folder)) return [];
  const files = (await readdir(folder)).sort();
  return files.map(parseMigrationName).filter((migration) => migration !== undefined);
}

/** Adds the file and line of the error, which PostgreSQL's message doesn't contain. */
function createSqlProblem(error: unknown, file: string, text: string): Problem {
  const position = Number((error as { position?: string }).position);
  const line = position > 0 ? `:${text.slice(0, position).split("\n").length}` : "";
  const { detail, hint, where } = error as { detail?: string; hint?: string; where?: string };
  const moreLines = [detail, hint, where].filter(Boolean).map((extraText) => `\n  ${extraText}`);
  return new Problem(`${file}${line}: ${getErrorMessage(error)}${moreLines.join("")}`);
}

/** Applies a migration and records it where `supabase migration list` looks, in one transaction. */
export async function applyMigration(
  sql: Sql,
  migration: Migration,
  folder = migrationsFolder,
): Promise<void> {
  const text = await readFile(path.join(folder, migration.file), "utf8");
  const statements = splitSqlStatements(text);
  await sql
    .begin(async (transaction) => {
      await transaction.unsafe(text).simple();
      await transaction`
      insert into supabase_migrations.schema_migrations (version, name, statements)
      values (${migration.version}, ${migration.name}, ${statements})`;
    })
    .catch((error: unknown) => {
      throw createSqlProblem(error, `supabase/migrations/${migration.file}`, text);
    });
}

/** Returns migrations that were edited after they were applied, a common cause of confusing local errors. */
async function findEditedMigrations(
  sql: Sql,
  folder: string,
  migrations: Migration[],
): Promise<string[]> {
  const rows = await sql<{ version: string; statements: string[] | null }[]>`
    select version, statements from supabase_migrations.schema_migrations`;
  const migrationsByVersion = new Map(
    migrations.map((migration) => [migration.version, migration]),
  );
  const editedFiles: string[] = [];
  for (const { version, statements } of rows) {
    const migration = migrationsByVersion.get(version);
    if (!migration) {
      editedFiles.push(version);
      continue;
    }
    const text = await readFile(path.join(folder, migration.file), "utf8");
    const isUnchanged = JSON.stringify(splitSqlStatements(text)) === JSON.stringify(statements);
    if (!isUnchanged) editedFiles.push(migration.file);
  }
  return editedFiles;
}

/** Applies pending migrations in order. Returns their files. */
export async function migrate(
  databaseUrl: string,
  log: (line: string) => void,
  folder = migrationsFolder,
): Promise<string[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    const migrations = await listMigrations(folder);
    const editedFiles = await findEditedMigrations(sql, folder, migrations);
    if (editedFiles.length > 0) {
      log(
        `These migrations changed after they were applied: ${editedFiles.join(", ")}. Run \`npm run reset\` to start over.`,
      );
    }
    const appliedVersions = new Set(
      (await sql`select version from supabase_migrations.schema_migrations`).map(
        (row) => row.version as string,
      ),
    );
    const pendingMigrations = migrations.filter(
      (migration) => !appliedVersions.has(migration.version),
    );
    for (const migration of pendingMigrations) await applyMigration(sql, migration, folder);
    return pendingMigrations.map((migration) => migration.file);
  } finally {
    await sql.end();
  }
}

interface SeedOptions {
  readonly file?: string;
  readonly isSkipped?: boolean;
  /** Stores the files that the seed's rows refer to. Runs first, so that an interrupted start begins again with them. */
  readonly storeFiles?: () => Promise<void>;
}

/**
 * Loads the seed once, and records that in the CLI's table so that `db push --include-seed` doesn't load it again.
 * Returns whether it ran. With `isSkipped`, the seed is only recorded, so a later start doesn't load it into the data
 * of a restored backup.
 */
export async function seedOnce(
  databaseUrl: string,
  {
    file = path.join(projectRoot, seedPath),
    isSkipped = false,
    storeFiles = () => Promise.resolve(),
  }: SeedOptions = {},
): Promise<boolean> {
  if (!existsSync(file)) return false;
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    const [seedRow] =
      await sql`select 1 from supabase_migrations.seed_files where path = ${seedPath}`;
    if (seedRow) return false;
    if (!isSkipped) await storeFiles();
    const text = await readFile(file, "utf8");
    const hash = createHash("sha256").update(text).digest("hex");
    await sql
      .begin(async (transaction) => {
        if (!isSkipped) await transaction.unsafe(text).simple();
        await transaction`
        insert into supabase_migrations.seed_files (path, hash) values (${seedPath}, ${hash})`;
      })
      .catch((error: unknown) => {
        throw createSqlProblem(error, seedPath, text);
      });
    return !isSkipped;
  } finally {
    await sql.end();
  }
}
