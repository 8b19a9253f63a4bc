import { spawn } from "node:child_process";
import { chown, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { PostgresHome } from "./postgres-home.ts";
import { Problem } from "../machine/problem.ts";
import { identifyProcess } from "../machine/process-identity.ts";

/** The user that owns the cluster. Our own SQL runs as `postgres`, which isn't a superuser, as on Supabase. */
export const superuser = "supabase_admin";

/** Returns the user and environment for running PostgreSQL's programs. */
export function createProcessOptions(home: PostgresHome) {
  return {
    ...(home.runAs ? { uid: home.runAs.uid, gid: home.runAs.gid } : {}),
    cwd: "/",
    env: { PATH: process.env.PATH ?? "", LC_ALL: "C", TZ: "UTC" },
  };
}

/** Runs one of PostgreSQL's programs. Rejects with its error output if it fails. */
function runProgram(
  home: PostgresHome,
  program: string,
  args: string[],
  input = "",
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(path.join(home.binariesFolder, "bin", program), args, {
      ...createProcessOptions(home),
      stdio: ["pipe", "ignore", "pipe"],
    });
    let errorOutput = "";
    child.stderr.on("data", (chunk: Buffer) => (errorOutput += chunk.toString()));
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(errorOutput.trim()));
    });
  });
}

export const hasCluster = (home: PostgresHome): boolean =>
  existsSync(path.join(home.clusterFolder, "PG_VERSION"));

/**
 * Creates the cluster in a draft folder and renames it when complete, so that an interrupted start doesn't leave a partial
 * one.
 */
export async function createCluster(home: PostgresHome, password: string): Promise<void> {
  const newFolder = `${home.clusterFolder}.new`;
  const temporaryFolder = await mkdtemp(path.join(tmpdir(), "care-packages-initdb-"));
  const passwordFile = path.join(temporaryFolder, "password");
  try {
    await rm(newFolder, { recursive: true, force: true });
    await writeFile(passwordFile, password, { mode: 0o600 });
    await mkdir(newFolder, { recursive: true, mode: 0o700 });
    if (home.runAs) {
      const { uid, gid } = home.runAs;
      for (const file of [temporaryFolder, passwordFile, newFolder]) await chown(file, uid, gid);
    }
    await runProgram(home, "initdb", [
      `--pgdata=${newFolder}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      // This provider is built into PostgreSQL 17. It sorts and folds case the same on every machine, regardless of its
      // locales.
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      "--no-sync",
    ]).catch((error: Error) => {
      throw new Problem(`Couldn't create the database: ${error.message}`);
    });
    await rename(newFolder, home.clusterFolder);
  } finally {
    await rm(newFolder, { recursive: true, force: true });
    await rm(temporaryFolder, { recursive: true, force: true });
  }
}

/** Sets the superuser's password in single-user mode, which needs no old password. */
export async function setPassword(home: PostgresHome, password: string): Promise<void> {
  const statement = `alter role ${superuser} password '${password}'\n`;
  await runProgram(
    home,
    "postgres",
    ["--single", "-D", home.clusterFolder, "postgres"],
    statement,
  ).catch((error: Error) => {
    throw new Problem(`Couldn't open the database at ${home.clusterFolder}: ${error.message}`);
  });
}

const getPidFile = (home: PostgresHome) => path.join(home.clusterFolder, "postmaster.pid");

/** Returns whether the command line is that of this cluster's server, because another process may have reused the pid. */
const isServerOfCluster = (home: PostgresHome, command: string): boolean =>
  /\bpostgres\b/.test(command) && `${command} `.includes(` -D ${home.clusterFolder} `);

/**
 * Writes our own pid into a pid file whose pid now belongs to another program. PostgreSQL would mistake that program
 * for a running server and refuse to start, but it ignores the pid of its own parent process. It still checks the
 * shared memory that the file names.
 */
async function writeOwnPid(home: PostgresHome, content: string): Promise<void> {
  const otherLines = content.split("\n").slice(1);
  await writeFile(getPidFile(home), [process.pid, ...otherLines].join("\n"));
}

/** Stops a server that outlived a killed stack and still uses the data. */
export async function stopOrphanedServer(home: PostgresHome): Promise<void> {
  const content = await readFile(getPidFile(home), "utf8").catch(() => "");
  const pid = Number.parseInt(content, 10);
  const server = identifyProcess(pid);
  if (server === undefined) return;
  if (!isServerOfCluster(home, server.command)) return writeOwnPid(home, content);
  const stopArguments = [
    "stop",
    `--pgdata=${home.clusterFolder}`,
    "--mode=fast",
    "--wait",
    "--timeout=20",
  ];
  await runProgram(home, "pg_ctl", stopArguments).catch(() => {
    throw new Problem(
      `Another PostgreSQL server (process ${pid}) is using ${home.clusterFolder} and couldn't be stopped. Stop it, and then run the command again.`,
    );
  });
}
