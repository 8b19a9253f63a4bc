import { mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import postgres from "postgres";
import type { ChildProcesses } from "../machine/child-processes.ts";
import type { StackKeys } from "../machine/keys.ts";
import { migrate, seedOnce } from "./migrations.ts";
import { preparePostgresHome } from "./postgres-home.ts";
import { endOrphan, startPostgres, superuser, type PostgresServer } from "./postgres-server.ts";

export interface Database {
  server: PostgresServer;
  /** As the project's own role, which on Supabase is called `postgres` too. */
  url: string;
  superuserUrl: string;
}

function readSqlBeside(name: string): Promise<string> {
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
  children: ChildProcesses,
  dataDir: string,
  keys: StackKeys,
  fresh: boolean,
): Promise<Database> {
  const logDir = path.join(dataDir, "logs");
  await mkdir(logDir, { recursive: true, mode: 0o700 });
  const home = await preparePostgresHome(dataDir);
  await endOrphan(home);
  // New keys do not open an old cluster: one left by a clone that once lay at this path goes.
  if (fresh) await rm(home.cluster, { recursive: true, force: true });
  const server = await startPostgres(children, home, keys.databasePassword, logDir);
  const superuserUrl = server.urlFor(superuser);
  const password = `alter role postgres password '${keys.databasePassword}'`;
  await runAsSuperuser(superuserUrl, await readSqlBeside("roles.sql"), password);
  return { server, url: server.urlFor("postgres"), superuserUrl };
}

/** After the services have made their schemas: bridges, migrations, and on the first start the seed. */
export async function prepareDatabase(
  database: Database,
  log: (line: string) => void,
): Promise<{ isSeeded: boolean }> {
  await runAsSuperuser(database.superuserUrl, await readSqlBeside("service-bridges.sql"));
  const applied = await migrate(database.url, log);
  if (applied.length > 0) log(`Applied ${applied.length} migrations.`);
  const isSeeded = await seedOnce(database.url);
  if (isSeeded) log("Loaded the demo content of supabase/seed.sql.");
  return { isSeeded };
}
