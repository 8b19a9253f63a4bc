import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import type { ChildProcess } from "node:child_process";
import net from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";
import { denoBinary } from "../machine/binaries.ts";
import type { ChildProcesses } from "../machine/child-processes.ts";
import { allowedHosts } from "./environment.ts";
import { projectRoot } from "../machine/paths.ts";
import { findFreePort } from "../machine/ports.ts";
import { Problem } from "../machine/problem.ts";

export const functionsFolder = path.join(projectRoot, "supabase/functions");
/** Where `npm run build:functions` writes the bundles, and config.toml expects the entry points that are deployed. */
export const bundlesFolder = path.join(functionsFolder, "dist");

export interface FunctionsOptions {
  children: ChildProcesses;
  folder: string;
  dataDir: string;
  environment: Record<string, string>;
  isWatching: boolean;
  log: (line: string) => void;
}

/** Returns the names of folders with an index.ts. As in the Supabase CLI, a leading `_` marks shared code. */
export async function listFunctions(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !/^[_.]/.test(entry.name))
    .map((entry) => entry.name)
    .filter((name) => existsSync(path.join(folder, name, "index.ts")))
    .sort();
}

/** `folder` may also be the folder with the bundles of `npm run build:functions`. */
export function denoArguments(
  options: Pick<FunctionsOptions, "folder" | "environment" | "isWatching">,
  name: string,
  port: number,
): string[] {
  const folder = path.join(options.folder, name);
  const config = path.join(folder, "deno.json");
  const readableFolders = [options.folder, path.join(projectRoot, "node_modules")];
  const mailFolder = options.environment.MAIL_FOLDER;
  return [
    "run",
    "--no-prompt",
    "--no-lock",
    "--no-remote",
    "--quiet",
    "--node-modules-dir=manual",
    ...(existsSync(config) ? ["--config", config] : []),
    ...(options.isWatching ? ["--watch"] : []),
    `--allow-net=${allowedHosts(options.environment, port).join(",")}`,
    // The function may read every variable, because we pass only the ones it needs.
    "--allow-env",
    `--allow-read=${readableFolders.join(",")}`,
    ...(mailFolder ? [`--allow-write=${mailFolder}`] : []),
    path.join(folder, options.folder === bundlesFolder ? "index.js" : "index.ts"),
  ];
}

function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1");
    const settle = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once("connect", () => settle(true));
    socket.once("error", () => settle(false));
  });
}

/** Returns whether a line is one of Deno's own notices rather than the function's output. */
const isNotice = (line: string) => /^Listening on|^Deno\.serve: request\.signal aborts/.test(line);

/** Runs each function in its own Deno process. Restarts crashed ones with increasing delay. */
export class Functions {
  readonly #options: FunctionsOptions;
  readonly #ports = new Map<string, number>();
  readonly #runningChildren = new Map<string, ChildProcess>();
  #isStopping = false;

  constructor(options: FunctionsOptions) {
    this.#options = options;
  }

  portOf(name: string): number | undefined {
    return this.#ports.get(name);
  }

  /** Assigns the ports before the start, so that requests to a function that hasn't started get a 503 instead of a 404. */
  async assignPorts(): Promise<void> {
    for (const name of await listFunctions(this.#options.folder)) {
      this.#ports.set(name, await findFreePort());
    }
  }

  async start(): Promise<void> {
    const names = [...this.#ports.keys()];
    for (const name of names) this.#spawn(name, 0);
    await Promise.all(names.map((name) => this.#waitFor(name)));
  }

  #spawn(name: string, earlierFailures: number): void {
    const { children, dataDir, environment, log } = this.#options;
    const port = this.#ports.get(name)!;
    const startedAt = Date.now();
    const child = children.start(denoBinary(), denoArguments(this.#options, name, port), {
      cwd: projectRoot,
      env: {
        ...environment,
        PATH: process.env.PATH,
        HOME: dataDir,
        DENO_DIR: path.join(dataDir, "deno"),
        DENO_NO_UPDATE_CHECK: "1",
        DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
        NO_COLOR: "1",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#runningChildren.set(name, child);
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on("line", (line) => {
        if (line.trim() && !isNotice(line)) log(`[${name}] ${line}`);
      });
    }
    child.once("error", (error) => log(`[${name}] couldn't start: ${error.message}`));
    child.once("exit", (code, signal) => {
      if (this.#isStopping) return;
      const failureCount = Date.now() - startedAt > 30_000 ? 1 : earlierFailures + 1;
      const delay = Math.min(10_000, 250 * 2 ** Math.min(failureCount - 1, 6));
      log(`[${name}] stopped (${signal ?? code}). Restarting it in ${delay} ms.`);
      setTimeout(() => {
        if (!this.#isStopping) this.#spawn(name, failureCount);
      }, delay).unref();
    });
  }

  /** Waits until the function accepts connections. In watch mode, a function may fail to compile at first. */
  async #waitFor(name: string): Promise<void> {
    const deadline = Date.now() + 30_000;
    const startedChild = this.#runningChildren.get(name);
    while (!(await acceptsConnections(this.#ports.get(name)!))) {
      const hasExited = startedChild?.exitCode != null || startedChild?.signalCode != null;
      if (hasExited || Date.now() > deadline) {
        if (this.#options.isWatching) return;
        throw new Problem(`The function "${name}" didn't start. Its messages are above.`);
      }
      await new Promise((resolve) => setTimeout(resolve, 40));
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
