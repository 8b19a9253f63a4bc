import { readdirSync } from "node:fs";

export interface StaticCheck {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

const functionNames = readdirSync("supabase/functions", { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
  .map((entry) => entry.name);

const script = (name: string): StaticCheck => ({ name, command: ["npm", "run", "--silent", name] });

/**
 * Each function against its own import map. Types of Node's own modules come from the project; what else a map lacks,
 * the running stack refuses to start.
 */
const denoCheck = (name: string): StaticCheck => ({
  name: `deno check ${name}`,
  command: [
    "deno",
    "check",
    "--quiet",
    "--node-modules-dir=manual",
    "--no-lock",
    "--import-map",
    `supabase/functions/${name}/deno.json`,
    `supabase/functions/${name}/index.ts`,
  ],
});

/** What needs no running stack: each is one command whose exit code decides. */
export const staticChecks: readonly StaticCheck[] = [
  script("check:format"),
  script("check:lint"),
  script("check:types"),
  ...functionNames.map(denoCheck),
  script("check:unused"),
  script("check:migrations"),
];
