import { globSync } from "node:fs";

export interface StaticCheck {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** Set for a check that `npm test` leaves out. */
  readonly isNightly?: true;
}

const createNpmCheck = (name: string): StaticCheck => ({
  name,
  command: ["npm", "run", "--silent", name],
});

/**
 * Uses the api function's import map, because that function mounts the others. An import missing from another map would
 * keep the stack from starting.
 */
const denoCheck: StaticCheck = {
  name: "deno check",
  // It takes a minute and a half of processor time, and hardly ever finds what `tsc` and a start of the stack don't.
  isNightly: true,
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

/** The checks that don't need a running stack. Each is one command that passes if it exits with 0. */
export const staticChecks: readonly StaticCheck[] = [
  createNpmCheck("check:format"),
  createNpmCheck("check:lint"),
  createNpmCheck("check:types"),
  denoCheck,
  createNpmCheck("check:unused"),
  { ...createNpmCheck("check:migrations"), name: "threat 42: check:migrations" },
];
