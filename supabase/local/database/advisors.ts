import postgres from "postgres";
import { Problem } from "../machine/problem.ts";
import { runSupabaseCli } from "./supabase-cli.ts";

interface Finding {
  name: string;
  level: string;
  detail: string;
  metadata?: { name?: string };
}

/** Rules that need usage statistics, which a new database doesn't have. */
const usageRules = new Set(["unused_index"]);
const TEST_TABLE = "planted_without_row_security";

async function runAdvisors(databaseUrl: string, home: string): Promise<Finding[]> {
  const args = ["db", "advisors", "--type", "all", "--level", "info", "--output-format", "json"];
  const { output } = await runSupabaseCli(args, databaseUrl, home);
  return (JSON.parse(output) as { results: Finding[] }).results;
}

/** Creates a table with a known problem and returns whether the advisors report it. */
async function detectsTestProblem(databaseUrl: string, home: string): Promise<boolean> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    await sql.unsafe(`create table public.${TEST_TABLE} (id int primary key)`);
    await sql.unsafe(`grant select on public.${TEST_TABLE} to anon`);
    const findings = await runAdvisors(databaseUrl, home);
    return findings.some(
      ({ name, metadata }) => name === "rls_disabled_in_public" && metadata?.name === TEST_TABLE,
    );
  } finally {
    await sql.unsafe(`drop table if exists public.${TEST_TABLE}`);
    await sql.end();
  }
}

export async function checkAdvisors(databaseUrl: string, home: string): Promise<void> {
  const findings = (await runAdvisors(databaseUrl, home)).filter(
    ({ name }) => !usageRules.has(name),
  );
  if (findings.length > 0) {
    const lines = findings.map(({ level, name, detail }) => `  ${level} ${name}: ${detail}`);
    throw new Problem(
      `The database advisors reported problems (${findings.length}):\n${lines.join("\n")}`,
    );
  }
  if (!(await detectsTestProblem(databaseUrl, home))) {
    throw new Problem(
      "The database advisors didn't report the table without row-level security that was planted as a test.",
    );
  }
}
