import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import postgres from "postgres";
import type { StackKeys } from "../machine/keys.ts";
import { migrate, seedOnce } from "./migrations.ts";
import { preparePostgresHome } from "./postgres-home.ts";
import { stopOrphanedServer, superuser } from "./cluster.ts";
import { type PostgresOptions, type PostgresServer, startPostgres } from "./postgres-server.ts";

export interface LocalDatabase {
  server: PostgresServer;
  /** Connects as `postgres`, the same role that runs migrations on Supabase. */
  url: string;
  superuserUrl: string;
}

function readSqlFile(name: string): Promise<string> {
  return readFile(new URL(name, import.meta.url), "utf8");
}

async function runAsSuperuser(url: string, ...scripts: string[]): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    for (const script of scripts) await sql.unsafe(script).simple();
  } finally {
    await sql.end();
  }
}

export async function startDatabase(
  dataDir: string,
  keys: StackKeys,
  options: Pick<PostgresOptions, "children" | "isTemporary" | "log" | "onRestarted" | "onLost">,
): Promise<LocalDatabase> {
  const logDir = path.join(dataDir, "logs");
  await mkdir(logDir, { recursive: true, mode: 0o700 });
  const home = await preparePostgresHome(dataDir);
  await stopOrphanedServer(home);
  const password = keys.databasePassword;
  const server = await startPostgres({ ...options, home, password, logDir });
  const superuserUrl = server.createUrl(superuser);
  const passwordStatement = `alter role postgres password '${password}'`;
  await runAsSuperuser(superuserUrl, await readSqlFile("roles.sql"), passwordStatement);
  return { server, url: server.createUrl("postgres"), superuserUrl };
}

/**
 * Runs the service bridges and migrations, plus the seed on the first start if sample data is wanted. The services'
 * schemas must exist.
 */
export async function prepareDatabase(
  database: LocalDatabase,
  { hasSampleData, log }: { hasSampleData: boolean; log: (line: string) => void },
  storeFiles: () => Promise<void>,
): Promise<void> {
  await runAsSuperuser(database.superuserUrl, await readSqlFile("service-bridges.sql"));
  const appliedFiles = await migrate(database.url, log);
  if (appliedFiles.length > 0) log(`Applied ${appliedFiles.length} migrations.`);
  const isSeeded = await seedOnce(database.url, { isSkipped: !hasSampleData, storeFiles });
  if (isSeeded) log("Loaded the sample data from supabase/seed.sql.");
}
