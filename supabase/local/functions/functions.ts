import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import type { ChildProcess } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { findDenoBinary, findHostedDenoBinary } from "../machine/binaries.ts";
import type { ChildProcesses } from "../machine/child-processes.ts";
import { listAllowedHosts } from "./environment.ts";
import { projectRoot } from "../machine/paths.ts";
import { Problem } from "../machine/problem.ts";

export const functionsFolder = path.join(projectRoot, "supabase/functions");
/**
 * The folder where `npm run build:functions` writes the bundles and where config.toml expects the entry points to
 * deploy.
 */
export const bundlesFolder = path.join(functionsFolder, "dist");

const getIndexFile = (folder: string) => (folder === bundlesFolder ? "index.js" : "index.ts");

export interface FunctionsOptions {
  children: ChildProcesses;
  folder: string;
  dataDir: string;
  environment: Record<string, string>;
  isWatching: boolean;
  log: (line: string) => void;
}

/** Returns the names of folders with an index file. As in the Supabase CLI, a leading `_` marks shared code. */
export async function listFunctions(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !/^[_.]/.test(entry.name))
    .map((entry) => entry.name)
    .filter((name) => existsSync(path.join(folder, name, getIndexFile(folder))))
    .sort();
}

/** Lets the system choose the port, because a port that we choose may be taken before Deno opens it. */
export const SERVE_ON_ANY_PORT = { DENO_SERVE_ADDRESS: "tcp:127.0.0.1:0" };

/** Returns the port from a line such as "Listening on http://127.0.0.1:37283/", which Deno logs to stderr. */
export function parseListeningPort(line: string): number | undefined {
  const port = /^Listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
  return port === undefined ? undefined : Number(port);
}

export const hostedLoader = fileURLToPath(new URL("hosted-loader.ts", import.meta.url));

/**
 * Returns the command that runs a function. If `folder` has the bundles of `npm run build:functions`, they run as they do
 * once they are deployed: on the same version of Deno, and without what the hosted runtime lacks.
 */
export function createDenoCommand(
  options: Pick<FunctionsOptions, "folder" | "environment" | "isWatching">,
  name: string,
): [program: string, args: string[]] {
  const folder = path.join(options.folder, name);
  const isBundle = options.folder === bundlesFolder;
  const config = path.join(folder, "deno.json");
  const readableFolders = [options.folder, path.join(projectRoot, "node_modules")];
  const mailFolder = options.environment.MAIL_FOLDER;
  const allowedHosts = listAllowedHosts(options.environment);
  const indexFile = path.join(folder, getIndexFile(options.folder));
  const args = [
    "run",
    "--no-prompt",
    "--no-lock",
    "--no-remote",
    "--node-modules-dir=manual",
    ...(existsSync(config) ? ["--config", config] : []),
    ...(options.isWatching ? ["--watch"] : []),
    // The hosted runtime has no permissions.
    ...(isBundle ? ["--allow-net", "--allow-sys"] : [`--allow-net=${allowedHosts.join(",")}`]),
    // The function may read every variable, because we pass only the ones it needs.
    "--allow-env",
    `--allow-read=${readableFolders.join(",")}`,
    ...(mailFolder ? [`--allow-write=${mailFolder}`] : []),
    ...(isBundle ? [hostedLoader, pathToFileURL(indexFile).href] : [indexFile]),
  ];
  return [isBundle ? findHostedDenoBinary() : findDenoBinary(), args];
}

/** Returns whether a line is one of Deno's own notices rather than the function's output. */
const isNotice = (line: string) => /^Watcher |^Deno\.serve: request\.signal aborts/.test(line);

/** Runs each function in its own Deno process. Restarts crashed ones with increasing delays. */
export class Functions {
  readonly #options: FunctionsOptions;
  readonly #ports = new Map<string, number>();
  readonly #runningChildren = new Map<string, ChildProcess>();
  #isStopping = false;

  constructor(options: FunctionsOptions) {
    this.#options = options;
  }

  /** Returns a function's port, 0 while it isn't listening, or undefined if there is no such function. */
  getPort(name: string): number | undefined {
    return this.#ports.get(name);
  }

  /**
   * Finds the functions before any of them starts, so that requests to one that hasn't started get a 503 instead of a
   * 404.
   */
  async discover(): Promise<void> {
    for (const name of await listFunctions(this.#options.folder)) this.#ports.set(name, 0);
  }

  async start(): Promise<void> {
    const names = [...this.#ports.keys()];
    for (const name of names) this.#spawn(name, 0);
    await Promise.all(names.map((name) => this.#waitFor(name)));
  }

  #spawn(name: string, earlierFailureCount: number): void {
    const { children, dataDir, environment, log } = this.#options;
    const startedAt = Date.now();
    const [program, args] = createDenoCommand(this.#options, name);
    const child = children.start(program, args, {
      cwd: projectRoot,
      env: {
        ...environment,
        PATH: process.env.PATH,
        HOME: dataDir,
        DENO_DIR: path.join(dataDir, "deno"),
        DENO_NO_UPDATE_CHECK: "1",
        ...SERVE_ON_ANY_PORT,
        NO_COLOR: "1",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#runningChildren.set(name, child);
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on("line", (line) => {
        const port = parseListeningPort(line);
        if (port !== undefined) this.#ports.set(name, port);
        else if (line.trim() && !isNotice(line)) log(`[${name}] ${line}`);
      });
    }
    child.once("error", (error) => log(`[${name}] couldn't start: ${error.message}`));
    child.once("exit", (code, signal) => {
      this.#ports.set(name, 0);
      if (this.#isStopping) return;
      const failureCount = Date.now() - startedAt > 30_000 ? 1 : earlierFailureCount + 1;
      const delayMs = Math.min(10_000, 250 * 2 ** Math.min(failureCount - 1, 6));
      log(`[${name}] stopped (${signal ?? code}). Restarting it in ${delayMs} ms.`);
      setTimeout(() => {
        if (!this.#isStopping) this.#spawn(name, failureCount);
      }, delayMs).unref();
    });
  }

  /** Waits until the function listens. In watch mode, a function may fail to compile at first. */
  async #waitFor(name: string): Promise<void> {
    const deadline = Date.now() + 30_000;
    const startedChild = this.#runningChildren.get(name);
    while (this.#ports.get(name) === 0) {
      const hasExited = startedChild?.exitCode != null || startedChild?.signalCode != null;
      if (hasExited || Date.now() > deadline) {
        if (this.#options.isWatching) return;
        throw new Problem(`The function "${name}" didn't start. Its messages are above.`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    const runningChildren = [...this.#runningChildren.values()];
    await Promise.all(
      runningChildren.map((child) => this.#options.children.stop(child, "SIGTERM", 3000)),
    );
  }
}
