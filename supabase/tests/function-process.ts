import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { createFunctionEnvironment } from "../local/functions/environment.ts";
import {
  createDenoCommand,
  parseListeningPort,
  SERVE_ON_ANY_PORT,
} from "../local/functions/functions.ts";
import { resolveDataDir } from "../local/machine/paths.ts";
import { readStackFacts } from "./stack-facts.ts";
import { testedFunctionsFolder } from "./tested-functions.ts";

export interface FunctionProcess {
  readonly url: string;
  readonly child: ChildProcess;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a deployed function in its own process on the running stack, with settings that the stack's own function
 * doesn't have, and appends every line of its log to `logLines`.
 */
export async function startFunction(
  name: string,
  settings: Record<string, string>,
  logLines: string[] = [],
  folder = testedFunctionsFolder,
): Promise<FunctionProcess> {
  const facts = readStackFacts();
  const dataDir = resolveDataDir(process.env["DATA_DIR"]);
  const environment = createFunctionEnvironment({ ...facts, dataDir, keys: facts }, {}, settings);
  return spawnFunction(name, environment, logLines, folder);
}

/**
 * Starts a function's process with exactly these variables. Throws an error with the log if the process stops before
 * it listens.
 */
export async function spawnFunction(
  name: string,
  environment: Record<string, string>,
  logLines: string[] = [],
  folder = testedFunctionsFolder,
): Promise<FunctionProcess> {
  const options = { folder, environment, isWatching: false };
  const [program, args] = createDenoCommand(options, name);
  const child = spawn(program, args, {
    env: {
      ...environment,
      ...SERVE_ON_ANY_PORT,
      DENO_NO_UPDATE_CHECK: "1",
      HOME: process.env["HOME"],
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exitPromise = once(child, "exit");
  const port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      const openedPort = parseListeningPort(line);
      if (openedPort === undefined) logLines.push(`${line}\n`);
      else resolve(openedPort);
    });
    child.once("close", () => reject(new Error(`${name} did not start\n${logLines.join("")}`)));
  });
  const reportExit = (code: number | null, signal: NodeJS.Signals | null) =>
    console.error(`${name} stopped by itself (${signal ?? code})\n${logLines.slice(-20).join("")}`);
  child.once("exit", reportExit);
  const stop = async () => {
    child.off("exit", reportExit);
    child.kill("SIGKILL");
    await exitPromise;
  };
  return { url: `http://127.0.0.1:${port}/${name}`, child, stop };
}

/** Starts several functions with the same settings and one log. */
export async function startFunctions(
  names: readonly string[],
  settings: Record<string, string>,
  folder?: string,
) {
  const logLines: string[] = [];
  const functions = await Promise.all(
    names.map(async (name) => ({
      name,
      ...(await startFunction(name, settings, logLines, folder)),
    })),
  );
  return {
    /** The base URL of each function, by name. */
    urls: Object.fromEntries(functions.map(({ name, url }) => [name, url])),
    /** Every line the functions logged. */
    logLines,
    stop: async () => {
      await Promise.all(functions.map(({ stop }) => stop()));
    },
  };
}
