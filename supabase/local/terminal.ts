import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { resolveDataDir, projectRoot } from "./machine/paths.ts";
import { parsePort } from "./machine/ports.ts";
import { messageOf, Problem } from "./machine/problem.ts";
import { startStack, type Stack, type StackOptions } from "./stack.ts";

/** Values already in the environment win over `.env`, as everywhere. */
export function loadDotEnv(): void {
  const file = path.join(projectRoot, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}

export function optionsFromEnvironment(): Pick<StackOptions, "dataDir" | "webPort" | "apiPort"> {
  return {
    dataDir: resolveDataDir(process.env.DATA_DIR),
    webPort: parsePort("WEB_PORT", process.env.WEB_PORT, 4173),
    apiPort: parsePort("API_PORT", process.env.API_PORT, 54321),
  };
}

export function exitWith(error: unknown): never {
  const known = error instanceof Problem || !(error instanceof Error);
  console.error(known ? messageOf(error) : error.stack);
  process.exit(1);
}

/** Our parent is npm's shell; npm is the one above it, which only Linux tells without another process. */
function ancestry(): string {
  try {
    const status = readFileSync(`/proc/${process.ppid}/status`, "utf8");
    return `${process.ppid} ${/^PPid:.*$/m.exec(status)?.[0]}`;
  } catch {
    return String(process.ppid);
  }
}

/** npm may be killed without passing a signal on; then nobody needs us any more. */
function whenNpmIsGone(stop: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const before = ancestry();
  setInterval(() => {
    if (ancestry() !== before) stop();
  }, 1000).unref();
}

const demoLogins = `
  Admin       admin / CarePackages!2026
  Volunteer   volunteer@example.org / Volunteer!2026
  Pending     pending@example.org / Pending!2026
  Disabled    disabled@example.org / Disabled!2026
`;

/** Starts in the foreground; Ctrl-C, SIGTERM or a closed terminal stop every child, also half-way. */
export async function runInTerminal(site: "built" | "dev"): Promise<void> {
  const starting = new AbortController();
  let stack: Stack | undefined;
  let stopping = 0;
  const stop = (): void => {
    if (stopping) return;
    stopping = Date.now();
    setTimeout(() => process.exit(1), 20_000).unref();
    starting.abort();
    if (stack) void stack.stop().then(() => process.exit(0));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      // A second Ctrl-C does not wait, the reaper ends the children then; npm repeats the first at once.
      if (stopping && Date.now() - stopping > 1000) process.exit(130);
      stop();
    });
  }
  whenNpmIsGone(stop);
  try {
    const options = { ...optionsFromEnvironment(), site, signal: starting.signal };
    stack = await startStack({ ...options, log: (line) => console.log(line) });
  } catch (error) {
    if (stopping) process.exit(0);
    exitWith(error);
  }
  if (stopping) await stack.stop().then(() => process.exit(0));
  console.log(`\nReady: ${stack.facts.webUrl}\n${demoLogins}`);
}
