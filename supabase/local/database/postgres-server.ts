import type { ChildProcess } from "node:child_process";
import { open } from "node:fs/promises";
import path from "node:path";
import postgres from "postgres";
import type { ChildProcesses } from "../machine/child-processes.ts";
import { findFreePort } from "../machine/ports.ts";
import {
  createCluster,
  stopOrphanedServer,
  hasCluster,
  createProcessOptions,
  setPassword,
  superuser,
} from "./cluster.ts";
import type { PostgresHome } from "./postgres-home.ts";
import { getErrorMessage, Problem } from "../machine/problem.ts";

export interface PostgresServer {
  createUrl(role: string): string;
  stop(): Promise<void>;
}

export interface PostgresOptions {
  children: ChildProcesses;
  home: PostgresHome;
  password: string;
  logDir: string;
  /** True if the data is deleted after the run, so that PostgreSQL doesn't need to wait for the disk. */
  isTemporary: boolean;
  log: (line: string) => void;
  /** Called after a restart, which breaks all earlier connections. */
  onRestarted: () => void;
  /** Called when the server has stopped and can't be restarted. */
  onLost: (problem: Problem) => void;
}

const READY_TIMEOUT_MS = 30_000;
/** If the server stops more often than this in a minute, we give up restarting it. */
const MAX_STOPS_PER_MINUTE = 5;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

class WrongPasswordError extends Problem {}

class Server implements PostgresServer {
  readonly #options: PostgresOptions;
  readonly #port: number;
  readonly #logPath: string;
  #process: ChildProcess | undefined;
  #stopTimes: number[] = [];
  #isStopping = false;

  constructor(options: PostgresOptions, port: number) {
    this.#options = options;
    this.#port = port;
    this.#logPath = path.join(options.logDir, "postgres.log");
  }

  createUrl(role: string): string {
    return `postgresql://${role}:${this.#options.password}@127.0.0.1:${this.#port}/postgres`;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#process) await this.#options.children.stop(this.#process, "SIGINT", 10_000);
  }

  /** Starts the server and waits until it accepts connections. Restarts it whenever it stops after that. */
  async start(logMode: "w" | "a" = "w"): Promise<void> {
    const log = await open(this.#logPath, logMode, 0o600);
    const server = this.#spawn(log.fd);
    this.#process = server;
    try {
      await this.#waitUntilReady(server);
    } catch (error) {
      await this.#options.children.stop(server, "SIGINT", 10_000);
      throw error;
    } finally {
      await log.close();
    }
    const onExit = () => void this.#restart(server.signalCode ?? `code ${server.exitCode}`);
    if (server.exitCode !== null || server.signalCode !== null) onExit();
    else server.once("exit", onExit);
  }

  #spawn(logFile: number): ChildProcess {
    if (this.#isStopping) throw new Error("The stack is stopping.");
    const { children, home, isTemporary } = this.#options;
    const settings = {
      ...(isTemporary ? { fsync: "off", full_page_writes: "off" } : {}),
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
      log_min_messages: "warning",
      max_connections: "100",
      shared_buffers: "128MB",
      timezone: "UTC",
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const args = ["-D", home.clusterFolder, "-p", String(this.#port), ...flags];
    return children.start(path.join(home.binariesFolder, "bin/postgres"), args, {
      ...createProcessOptions(home),
      stdio: ["ignore", logFile, logFile],
    });
  }

  async #waitUntilReady(server: ChildProcess): Promise<void> {
    const deadline = Date.now() + READY_TIMEOUT_MS;
    let spawnError: Error | undefined;
    server.once("error", (error) => (spawnError = error));
    for (;;) {
      if (spawnError) throw spawnError;
      if (server.exitCode !== null || server.signalCode !== null) {
        throw new Problem(
          `PostgreSQL stopped while it was starting. The reason is in ${this.#logPath}.`,
        );
      }
      const url = this.createUrl(superuser);
      const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => undefined });
      try {
        await sql`select 1`;
        return;
      } catch (error) {
        if ((error as { code?: string }).code === "28P01") throw new WrongPasswordError();
        if (Date.now() > deadline) {
          throw new Problem(
            `PostgreSQL isn't responding (${getErrorMessage(error)}). See ${this.#logPath}.`,
          );
        }
        await pause(50);
      } finally {
        await sql.end({ timeout: 1 });
      }
    }
  }

  /** Restarts the server. Retries, because the processes of a killed server may still use the data for a moment. */
  async #restart(reason: string): Promise<void> {
    const { log, onLost, onRestarted, home } = this.#options;
    if (this.#isStopping) return;
    const lastStoppedAt = Date.now();
    this.#stopTimes = [
      ...this.#stopTimes.filter((stoppedAt) => lastStoppedAt - stoppedAt < 60_000),
      lastStoppedAt,
    ];
    if (this.#stopTimes.length > MAX_STOPS_PER_MINUTE) {
      const problem = `PostgreSQL keeps stopping (${reason})`;
      return onLost(new Problem(`${problem}. The reason is in ${this.#logPath}.`));
    }
    log(`PostgreSQL stopped (${reason}). Restarting it.`);
    for (;;) {
      try {
        await stopOrphanedServer(home);
        await this.start("a");
        onRestarted();
        return log(`PostgreSQL is back after ${Date.now() - lastStoppedAt} ms.`);
      } catch (error) {
        if (this.#isStopping) return;
        if (Date.now() - lastStoppedAt > READY_TIMEOUT_MS) {
          return onLost(
            new Problem(`The database couldn't be restarted. ${getErrorMessage(error)}`),
          );
        }
        await pause(250);
      }
    }
  }
}

export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const { home, password, log } = options;
  if (!hasCluster(home)) await createCluster(home, password);
  const server = new Server(options, await findFreePort());
  try {
    await server.start();
  } catch (error) {
    if (!(error instanceof WrongPasswordError)) throw error;
    log(
      "The database password doesn't match keys.json. Setting it to the one in keys.json. Your data stays as it is.",
    );
    await setPassword(home, password);
    await server.start();
  }
  return server;
}
