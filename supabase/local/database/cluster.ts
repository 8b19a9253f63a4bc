import { spawn } from "node:child_process";
import { chown, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { PostgresHome } from "./postgres-home.ts";
import { Problem } from "../machine/problem.ts";
import { identifyProcess } from "../machine/process-identity.ts";

/** The owner of the cluster. Our own SQL runs as `postgres`, which is no superuser, as on Supabase. */
export const superuser = "supabase_admin";

/** As whom and with what the programs of PostgreSQL run. */
export function processOptions(home: PostgresHome) {
  return {
    ...(home.runAs ? { uid: home.runAs.uid, gid: home.runAs.gid } : {}),
    cwd: "/",
    env: { PATH: process.env.PATH ?? "", LC_ALL: "C", TZ: "UTC" },
  };
}

/** Runs one of PostgreSQL's programs to its end; a failure is its complaint. */
function run(home: PostgresHome, program: string, args: string[], input = ""): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(path.join(home.binaries, "bin", program), args, {
      ...processOptions(home),
      stdio: ["pipe", "ignore", "pipe"],
    });
    let complaint = "";
    child.stderr.on("data", (chunk: Buffer) => (complaint += chunk.toString()));
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(complaint.trim()));
    });
  });
}

export const hasCluster = (home: PostgresHome): boolean =>
  existsSync(path.join(home.cluster, "PG_VERSION"));

/** Made beside its place and moved there when it is whole: a start that was killed leaves no half of one. */
export async function createCluster(home: PostgresHome, password: string): Promise<void> {
  const draft = `${home.cluster}.new`;
  const scratch = await mkdtemp(path.join(tmpdir(), "care-packages-initdb-"));
  const passwordFile = path.join(scratch, "password");
  try {
    await rm(draft, { recursive: true, force: true });
    await writeFile(passwordFile, password, { mode: 0o600 });
    await mkdir(draft, { recursive: true, mode: 0o700 });
    if (home.runAs) {
      const { uid, gid } = home.runAs;
      for (const file of [scratch, passwordFile, draft]) await chown(file, uid, gid);
    }
    await run(home, "initdb", [
      `--pgdata=${draft}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      // Built into PostgreSQL 17: sorts and folds alike on every machine, whatever locales it has.
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      "--no-sync",
    ]).catch((error: Error) => {
      throw new Problem(`Couldn't create the database: ${error.message}`);
    });
    await rename(draft, home.cluster);
  } finally {
    await rm(draft, { recursive: true, force: true });
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Who owns the files owns the data, whatever password is inside: it is set without asking for the old one. */
export async function setPassword(home: PostgresHome, password: string): Promise<void> {
  const statement = `alter role ${superuser} password '${password}'\n`;
  await run(home, "postgres", ["--single", "-D", home.cluster, "postgres"], statement).catch(
    (error: Error) => {
      throw new Problem(`Couldn't open the database at ${home.cluster}: ${error.message}`);
    },
  );
}

const pidFileOf = (home: PostgresHome) => path.join(home.cluster, "postmaster.pid");

/** The number in the file may be another program's by now, so the command line has to name this cluster, too. */
const isHolder = (home: PostgresHome, command: string): boolean =>
  /\bpostgres\b/.test(command) && `${command} `.includes(` -D ${home.cluster} `);

/**
 * Where a foreign program has the number, PostgreSQL would take it for the holder and not start. Our own number it
 * takes for a stale one, and what else the file says it still looks at: whether memory of a killed server is in use.
 */
async function disown(home: PostgresHome, content: string): Promise<void> {
  const rest = content.split("\n").slice(1);
  await writeFile(pidFileOf(home), [process.pid, ...rest].join("\n"));
}

/** A server that outlived a killed start still holds the data; it is ended before ours begins. */
export async function endOrphan(home: PostgresHome): Promise<void> {
  const content = await readFile(pidFileOf(home), "utf8").catch(() => "");
  const pid = Number.parseInt(content, 10);
  const found = identifyProcess(pid);
  if (found === undefined) return;
  if (!isHolder(home, found.command)) return disown(home, content);
  const stop = ["stop", `--pgdata=${home.cluster}`, "--mode=fast", "--wait", "--timeout=20"];
  await run(home, "pg_ctl", stop).catch(() => {
    throw new Problem(
      `Another PostgreSQL (process ${pid}) is using ${home.cluster} and won't stop. Stop it yourself, then start again.`,
    );
  });
}
