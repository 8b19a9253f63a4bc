import { spawn, type ChildProcess } from "node:child_process";
import { chown, mkdir, mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import type { ChildProcesses } from "../machine/child-processes.ts";
import { findFreePort } from "../machine/ports.ts";
import type { PostgresHome } from "./postgres-home.ts";
import { messageOf, Problem } from "../machine/problem.ts";

/** The owner of the cluster. Our own SQL runs as `postgres`, which is no superuser, as on Supabase. */
export const superuser = "supabase_admin";

export interface PostgresServer {
  urlFor(role: string): string;
  stop(): Promise<void>;
}

function identity(home: PostgresHome) {
  return home.runAs ? { uid: home.runAs.uid, gid: home.runAs.gid } : {};
}

function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? "", LC_ALL: "C", TZ: "UTC" };
}

async function createCluster(home: PostgresHome, password: string): Promise<void> {
  const scratch = await mkdtemp(path.join(tmpdir(), "care-packages-initdb-"));
  const passwordFile = path.join(scratch, "password");
  try {
    await writeFile(passwordFile, password, { mode: 0o600 });
    await mkdir(home.cluster, { recursive: true, mode: 0o700 });
    if (home.runAs) {
      const { uid, gid } = home.runAs;
      for (const file of [scratch, passwordFile, home.cluster]) await chown(file, uid, gid);
    }
    await run(path.join(home.binaries, "bin/initdb"), home, [
      `--pgdata=${home.cluster}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      // Built into PostgreSQL 17: sorts and folds alike on every machine, whatever locales it has.
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      "--no-sync",
    ]);
  } catch (error) {
    await rm(home.cluster, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function run(command: string, home: PostgresHome, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...identity(home),
      cwd: "/",
      env: environment(),
      stdio: ["ignore", "ignore", "pipe"],
    });
    let complaint = "";
    child.stderr.on("data", (chunk: Buffer) => (complaint += chunk.toString()));
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Problem(`The database could not be created: ${complaint.trim()}`));
    });
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** A server that outlived a killed start still holds the data; it is ended before ours begins. */
export async function endOrphan(home: PostgresHome): Promise<void> {
  const pidFile = path.join(home.cluster, "postmaster.pid");
  if (!existsSync(pidFile)) return;
  const pid = Number((await readFile(pidFile, "utf8")).split("\n")[0]);
  if (!(pid > 1) || !isAlive(pid)) return rm(pidFile, { force: true });
  const stop = ["stop", `--pgdata=${home.cluster}`, "--mode=fast", "--wait", "--timeout=20"];
  await run(path.join(home.binaries, "bin/pg_ctl"), home, stop).catch(() => {
    throw new Problem(
      `Another PostgreSQL (process ${pid}) is using ${home.cluster} and does not stop. End it, then start again.`,
    );
  });
}

function spawnServer(
  children: ChildProcesses,
  home: PostgresHome,
  port: number,
  logFile: number,
): ChildProcess {
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    log_min_messages: "warning",
    max_connections: "100",
    shared_buffers: "128MB",
    timezone: "UTC",
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const args = ["-D", home.cluster, "-p", String(port), ...flags];
  return children.start(path.join(home.binaries, "bin/postgres"), args, {
    ...identity(home),
    cwd: "/",
    env: environment(),
    stdio: ["ignore", logFile, logFile],
  });
}

async function waitUntilReady(server: ChildProcess, url: string, logPath: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  let spawnError: Error | undefined;
  server.once("error", (error) => (spawnError = error));
  for (;;) {
    if (spawnError) throw spawnError;
    if (server.exitCode !== null || server.signalCode !== null) {
      throw new Problem(`PostgreSQL stopped while starting; its reason is in ${logPath}.`);
    }
    const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => undefined });
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      if (Date.now() > deadline) {
        throw new Problem(`PostgreSQL does not answer (${messageOf(error)}); see ${logPath}.`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
}

export async function startPostgres(
  children: ChildProcesses,
  home: PostgresHome,
  password: string,
  logDir: string,
): Promise<PostgresServer> {
  if (!existsSync(path.join(home.cluster, "PG_VERSION"))) await createCluster(home, password);
  const port = await findFreePort();
  const urlFor = (role: string) => `postgresql://${role}:${password}@127.0.0.1:${port}/postgres`;
  const logPath = path.join(logDir, "postgres.log");
  const log = await open(logPath, "w", 0o600);
  const server = spawnServer(children, home, port, log.fd);
  const stop = () => children.stop(server, "SIGINT", 10_000);
  try {
    await waitUntilReady(server, urlFor(superuser), logPath);
  } catch (error) {
    await stop();
    throw error;
  } finally {
    await log.close();
  }
  return { urlFor, stop };
}
