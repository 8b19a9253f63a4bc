import { existsSync } from "node:fs";
import path from "node:path";
import { resolveDataDir, projectRoot } from "./machine/paths.ts";
import { parsePort, requireDifferentPorts } from "./machine/ports.ts";
import { getErrorMessage, Problem, explainFileError } from "./machine/problem.ts";
import { startStack, type Stack, type StackOptions } from "./stack.ts";

/** Loads `.env`. Variables already in the environment take precedence. */
export function loadDotEnv(): void {
  const file = path.join(projectRoot, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}

export function readStackOptions(): Pick<
  StackOptions,
  "dataDir" | "webPort" | "apiPort" | "hasSampleData"
> {
  const webPort = parsePort("WEB_PORT", process.env.WEB_PORT, 4173);
  const apiPort = parsePort("API_PORT", process.env.API_PORT, 54321);
  requireDifferentPorts(webPort, apiPort);
  const hasSampleData = process.env.SAMPLE_DATA !== "false";
  return { dataDir: resolveDataDir(process.env.DATA_DIR), webPort, apiPort, hasSampleData };
}

export function exitWith(error: unknown): never {
  const hasReadableMessage = error instanceof Problem || !(error instanceof Error);
  console.error(
    hasReadableMessage ? getErrorMessage(error) : (explainFileError(error) ?? error.stack),
  );
  process.exit(1);
}

/**
 * Calls `stop` when npm has exited, because a killed npm sends us no signal. npm is our direct parent: the scripts in
 * package.json use `exec`, since a shell in between would not pass signals on.
 */
function stopWhenNpmIsGone(stop: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const npmPid = process.ppid;
  setInterval(() => {
    if (process.ppid !== npmPid) stop();
  }, 1000).unref();
}

const demoLogins = `
  Owner        admin / CarePackages!2026
  Giving       treasurer / CarePackages!2026
  Volunteers   coordinator / CarePackages!2026
  Content      editor / CarePackages!2026
  Settings     manager / CarePackages!2026
  Volunteer    volunteer@example.org / Volunteer!2026
  Pending      pending@example.org / Pending!2026
  Disabled     disabled@example.org / Disabled!2026
`;

/**
 * Stopping takes the database away from whatever is being loaded. postgres.js then throws an error that can't be caught, and
 * services log theirs, but there's nothing to tell: the next start begins again where this one was.
 */
function muteInterruptedStart(): void {
  console.log("Stopped while starting. The next start continues.");
  process.on("uncaughtException", () => undefined);
  for (const method of ["log", "warn", "error"] as const) console[method] = () => undefined;
}

/** Runs the stack in the foreground. Ctrl-C, SIGTERM or closing the terminal stops every child, even during startup. */
export async function runInTerminal(
  site: StackOptions["site"],
  functionEnvironment?: Record<string, string>,
): Promise<void> {
  const startController = new AbortController();
  let stack: Stack | undefined;
  let stopRequestedAt = 0;
  let exitCode = 0;
  const stop = (): void => {
    if (stopRequestedAt) return;
    stopRequestedAt = Date.now();
    if (!stack) muteInterruptedStart();
    setTimeout(() => process.exit(1), 20_000).unref();
    startController.abort();
    if (stack) void stack.stop().then(() => process.exit(exitCode));
  };
  const onLost = (problem: Problem): void => {
    console.error(problem.message);
    exitCode = 1;
    stop();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      // A second Ctrl-C exits at once and leaves the children to the reaper. npm repeats the first signal within a second.
      if (stopRequestedAt && Date.now() - stopRequestedAt > 1000) process.exit(130);
      stop();
    });
  }
  stopWhenNpmIsGone(stop);
  let hasSampleData = true;
  try {
    const options = readStackOptions();
    ({ hasSampleData = true } = options);
    stack = await startStack({
      ...options,
      site,
      functionEnvironment,
      signal: startController.signal,
      onLost,
      log: (line) => console.log(line),
    });
  } catch (error) {
    if (stopRequestedAt) process.exit(exitCode);
    exitWith(error);
  }
  if (stopRequestedAt) await stack.stop().then(() => process.exit(exitCode));
  console.log(`\nReady: ${stack.facts.webUrl}\n${hasSampleData ? demoLogins : ""}`);
}
