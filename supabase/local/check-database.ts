import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { checkAccess } from "./database/access.ts";
import { checkAdvisors } from "./database/advisors.ts";
import { checkDatabaseTypes } from "./database/database-types.ts";
import { checkDefinerFunctions } from "./database/definer-functions.ts";
import { checkDescriptions } from "./database/descriptions.ts";
import { listMigrations } from "./database/migrations.ts";
import { Problem } from "./machine/problem.ts";
import { runSupabaseCli } from "./database/supabase-cli.ts";
import { checkTableList } from "./database/table-list.ts";
import { checkTriggers } from "./database/triggers.ts";
import { startTemporaryStack } from "./temporary-stack.ts";
import { exitWith } from "./terminal.ts";

/** Throws unless the Supabase CLI sees every migration as applied, so that `supabase db push` would do nothing. */
async function checkMigrationHistory(databaseUrl: string, home: string): Promise<void> {
  const { output } = await runSupabaseCli(["migration", "list"], databaseUrl, home);
  for (const { version } of await listMigrations()) {
    const row = output.split("\n").find((line) => line.includes(version)) ?? "";
    if (row.split(version).length !== 3) {
      throw new Problem(`\`supabase migration list\` doesn't show ${version} as applied:\n${row}`);
    }
  }
}

/**
 * Checks the database at `DATABASE_URL` or, if that isn't set, a temporary one created from the migrations and the
 * seed.
 */
async function checkDatabase(shouldWrite: boolean): Promise<void> {
  const configuredUrl = process.env.DATABASE_URL;
  const stack = configuredUrl
    ? undefined
    : await startTemporaryStack({ site: "none", hasFunctions: false });
  const databaseUrl = configuredUrl ?? stack!.facts.databaseUrl;
  const home = await mkdtemp(path.join(tmpdir(), "care-packages-cli-"));
  try {
    await checkDatabaseTypes(databaseUrl, shouldWrite);
    await checkDefinerFunctions(databaseUrl, shouldWrite);
    await checkTableList(databaseUrl, shouldWrite);
    await checkTriggers(databaseUrl, shouldWrite);
    await checkDescriptions(databaseUrl, shouldWrite);
    await checkAccess(databaseUrl, shouldWrite);
    if (shouldWrite)
      return console.log(
        "Updated the database types, the lists of tables, triggers, definer functions and rights, and the facts about tables and columns.",
      );
    await checkMigrationHistory(databaseUrl, home);
    await checkAdvisors(databaseUrl, home);
    console.log(
      "Database: the advisors found no problems (and caught the one planted as a test), and the generated files are up to date.",
    );
  } finally {
    await rm(home, { recursive: true, force: true });
    await stack?.stop();
  }
}

await checkDatabase(process.argv.includes("--write")).catch(exitWith);
