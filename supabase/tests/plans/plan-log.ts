import { open, stat } from "node:fs/promises";
import path from "node:path";
import postgres, { type Sql } from "postgres";
import { superuser } from "../../local/database/cluster.ts";

/** A node of a plan, as EXPLAIN prints it in JSON. */
export interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly PlanNode[];
}

/** A statement that ran, also one inside a function, with its plan. */
export interface LoggedStatement {
  readonly query: string;
  readonly plan: PlanNode;
}

/** Makes PostgreSQL log each statement's plan, including statements of functions. Affects new connections. */
export async function logPlans(databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl);
  url.username = superuser;
  const sql = postgres(url.href, { max: 1, onnotice: () => undefined });
  const settings: Readonly<Record<string, string>> = {
    "auto_explain.log_min_duration": "0",
    "auto_explain.log_nested_statements": "on",
    "auto_explain.log_analyze": "on",
    "auto_explain.log_timing": "off",
    "auto_explain.log_format": "json",
  };
  await sql`load 'auto_explain'`;
  for (const [name, value] of Object.entries(settings)) {
    await sql.unsafe(`alter database postgres set ${name} to '${value}'`);
  }
  await sql`alter database postgres set session_preload_libraries to 'auto_explain'`;
  await sql.end();
}

const ENTRY = /LOG: {2}duration: [\d.]+ ms {2}plan:\n((?:\t[^\n]*\n)+)/g;

const parseEntries = (log: string): LoggedStatement[] =>
  [...log.matchAll(ENTRY)].map(([, lines = ""]) => {
    const entry = JSON.parse(lines.replaceAll(/^\t/gm, "")) as {
      "Query Text": string;
      Plan: PlanNode;
    };
    return { query: entry["Query Text"], plan: entry.Plan };
  });

const BUSY_SESSIONS =
  "select from pg_stat_activity where application_name = 'functions' and state <> 'idle'";

/** Waits for all commits: PostgreSQL logs a statement only when its transaction ends, which reads don't wait for. */
async function waitUntilIdle(owner: Sql): Promise<void> {
  while ((await owner.unsafe(BUSY_SESSIONS)).length > 0);
}

/** Returns the statements that `work` ran. Nothing else may use the database meanwhile. */
export async function collectStatements(
  dataDir: string,
  owner: Sql,
  work: () => Promise<unknown>,
): Promise<readonly LoggedStatement[]> {
  const file = path.join(dataDir, "logs/postgres.log");
  await waitUntilIdle(owner);
  const { size: start } = await stat(file);
  await work();
  await waitUntilIdle(owner);
  const log = await open(file);
  try {
    const { size } = await log.stat();
    const { buffer } = await log.read(Buffer.alloc(size - start), 0, size - start, start);
    return parseEntries(buffer.toString()).filter(({ query }) => query !== BUSY_SESSIONS);
  } finally {
    await log.close();
  }
}
