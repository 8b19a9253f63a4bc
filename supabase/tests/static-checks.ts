import { readdirSync } from "node:fs";

export interface StaticCheck {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

const functionNames = readdirSync("supabase/functions", { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
  .map((entry) => entry.name);

/** What needs no running stack: each is one command whose exit code decides. */
export const staticChecks: readonly StaticCheck[] = [
  { name: "formatting", command: ["oxfmt", "--check", "."] },
  { name: "lint", command: ["oxlint", "--max-warnings=0", "."] },
  { name: "types", command: ["tsc", "--noEmit"] },
  ...functionNames.map((name): StaticCheck => ({
    name: `deno check ${name}`,
    command: [
      "deno",
      "check",
      "--node-modules-dir=manual",
      "--no-lock",
      "--config",
      `supabase/functions/${name}/deno.json`,
      `supabase/functions/${name}/index.ts`,
    ],
  })),
  { name: "unused code", command: ["knip"] },
  { name: "migrations", command: ["squawk", "supabase/migrations/*.sql"] },
];
