import { globSync } from "node:fs";

export interface StaticCheck {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

const script = (name: string): StaticCheck => ({ name, command: ["npm", "run", "--silent", name] });

/** The api's import map, because it mounts the other functions. What another map lacks stops the stack at its start. */
const denoCheck: StaticCheck = {
  name: "deno check",
  command: [
    "deno",
    "check",
    "--quiet",
    "--node-modules-dir=manual",
    "--no-lock",
    "--import-map",
    "supabase/functions/api/deno.json",
    ...globSync("supabase/functions/*/index.ts"),
  ],
};

/** What needs no running stack: each is one command whose exit code decides. */
export const staticChecks: readonly StaticCheck[] = [
  script("check:format"),
  script("check:lint"),
  script("check:types"),
  denoCheck,
  script("check:unused"),
  script("check:migrations"),
];
