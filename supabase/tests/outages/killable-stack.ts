import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { removeDatabase } from "../../local/database/leftovers.ts";
import { findFreePort } from "../../local/machine/ports.ts";
import { createTestDataDir } from "../../local/prepared-data.ts";
import type { StackFacts } from "../../local/stack.ts";

export type Victim = "postgres" | "function" | "launcher";

const scriptPath = fileURLToPath(new URL("stack-under-test.ts", import.meta.url));
const START_TIMEOUT_MS = 60_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A stack, without the site, whose processes can be killed one by one; its data survives. */
export class KillableStack {
  readonly dataDir: string;
  readonly #functionEnvironment: Record<string, string>;
  readonly #ports: { WEB_PORT: string; API_PORT: string };
  #launcher: ChildProcess | undefined;
  facts!: StackFacts;
  /** Everything the launcher has printed so far. */
  output = "";

  private constructor(
    dataDir: string,
    functionEnvironment: Record<string, string>,
    ports: { WEB_PORT: string; API_PORT: string },
  ) {
    this.dataDir = dataDir;
    this.#functionEnvironment = functionEnvironment;
    this.#ports = ports;
  }

  static async create(
    functionEnvironment: Record<string, string> = {},
    dataDir?: string,
  ): Promise<KillableStack> {
    const ownDataDir = dataDir ?? (await createTestDataDir());
    const ports = {
      WEB_PORT: String(await findFreePort()),
      API_PORT: String(await findFreePort()),
    };
    const stack = new KillableStack(ownDataDir, functionEnvironment, ports);
    await stack.start();
    return stack;
  }

  async start(): Promise<void> {
    const launcher = spawn(process.execPath, [scriptPath], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATA_DIR: this.dataDir,
        FUNCTION_ENVIRONMENT: JSON.stringify(this.#functionEnvironment),
        ...this.#ports,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#launcher = launcher;
    for (const stream of [launcher.stdout, launcher.stderr]) {
      stream.on("data", (chunk: Buffer) => (this.output += chunk.toString()));
    }
    const outputLengthBefore = this.output.length;
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!this.output.includes("Ready: ", outputLengthBefore)) {
      if (launcher.exitCode !== null || Date.now() > deadline) {
        throw new Error(`The stack did not start:\n${this.output.slice(-4000)}`);
      }
      await pause(20);
    }
    const factsJson = await readFile(path.join(this.dataDir, "stack.json"), "utf8");
    this.facts = JSON.parse(factsJson) as StackFacts;
  }

  #listChildProcesses(): { pid: number; command: string }[] {
    const processTable = execFileSync("ps", ["-A", "-ww", "-o", "pid=,ppid=,args="], {
      encoding: "utf8",
    });
    return [...processTable.matchAll(/^ *(\d+) +(\d+) (.*)$/gm)]
      .filter(([, , parent]) => Number(parent) === this.#launcher?.pid)
      .map(([, pid, , command]) => ({ pid: Number(pid), command: command! }));
  }

  getPid(victim: Victim): number {
    if (victim === "launcher") return this.#launcher!.pid!;
    const commandPart = victim === "postgres" ? "bin/postgres " : "functions/api/index.ts";
    const found = this.#listChildProcesses().find(({ command }) => command.includes(commandPart));
    if (found === undefined) throw new Error(`There is no ${victim} to kill`);
    return found.pid;
  }

  kill(victim: Victim, signal: NodeJS.Signals = "SIGKILL"): void {
    process.kill(this.getPid(victim), signal);
  }

  /** Waits for the launcher to exit and returns its exit code or signal. */
  async waitForExit(): Promise<number | NodeJS.Signals | null> {
    const launcher = this.#launcher!;
    if (launcher.exitCode === null && launcher.signalCode === null) await once(launcher, "exit");
    return launcher.exitCode ?? launcher.signalCode;
  }

  async stop(): Promise<void> {
    if (this.#launcher?.exitCode === null) this.#launcher.kill("SIGTERM");
    await this.waitForExit();
    await removeDatabase(this.dataDir);
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
