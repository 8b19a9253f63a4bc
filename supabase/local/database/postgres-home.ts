import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import {
  chmod,
  cp,
  lstat,
  mkdir,
  readFile,
  readdir,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findOwnPostgresFolder, findPostgresFolder } from "../machine/binaries.ts";
import { Problem } from "../machine/problem.ts";

export interface SystemUser {
  uid: number;
  gid: number;
}

/** The folders of the server's binaries and data, and the user it runs as (undefined for the current user). */
export interface PostgresHome {
  binariesFolder: string;
  clusterFolder: string;
  runAs?: SystemUser;
}

const suitableUserNames = ["postgres", "_postgres", "nobody", "daemon"];

/** Picks an unprivileged user for PostgreSQL, which refuses to run as root. */
export function pickSystemUser(passwd: string): SystemUser | undefined {
  const accounts = passwd.split("\n").map((line) => line.split(":"));
  for (const name of suitableUserNames) {
    const account = accounts.find((fields) => fields[0] === name);
    const uid = Number(account?.[2]);
    if (account && uid > 0) return { uid, gid: Number(account[3]) };
  }
  return undefined;
}

/** Creates symbolic links that npm packages can't contain, in case the package's install script was blocked. */
async function ensureLibraryLinks(folder: string): Promise<void> {
  const listFile = path.join(folder, "pg-symlinks.json");
  if (!existsSync(listFile)) return;
  const links = JSON.parse(await readFile(listFile, "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = path.join(folder, "..", target);
    if (existsSync(link)) continue;
    await symlink(path.relative(path.dirname(target), source), link);
  }
}

async function ensureExecutable(folder: string): Promise<void> {
  for (const name of await readdir(path.join(folder, "bin"))) {
    const file = path.join(folder, "bin", name);
    const { mode } = await lstat(file);
    if ((mode & 0o111) !== 0o111) await chmod(file, mode | 0o555);
  }
}

function canRunAs(user: SystemUser, binaries: string): boolean {
  try {
    execFileSync(path.join(binaries, "bin/postgres"), ["--version"], {
      uid: user.uid,
      gid: user.gid,
      cwd: "/",
      stdio: "ignore",
    });
    return true;
  } catch {
    return false;
  }
}

/**
 * Creates a folder owned by root, or throws if someone else created it first, because everyone can write to /var/tmp.
 */
async function ensureRootFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o755 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  const stats = await lstat(folder);
  if (!stats.isDirectory() || stats.uid !== 0) {
    throw new Problem(`${folder} belongs to another user. Remove it, then start again.`);
  }
}

export function getSharedTemporaryFolder(): string {
  return existsSync("/var/tmp") ? "/var/tmp" : tmpdir();
}

/**
 * The file next to root's cluster that contains the path of its data directory. It shows which databases belong to
 * deleted clones.
 */
export const dataDirFile = "data-dir";

/**
 * Returns the folder of the PostgreSQL copy that root uses for this data directory. It is named after the clone so that
 * it's recognizable.
 */
export function getRootHome(dataDir: string): string {
  const cloneName = path.basename(path.resolve(dataDir, "../..")).replace(/[^\w.-]/g, "-");
  const hash = createHash("sha256").update(dataDir).digest("hex").slice(0, 12);
  return path.join(getSharedTemporaryFolder(), `care-packages-${cloneName}-${hash}`);
}

async function copyBinaries(from: string, to: string): Promise<void> {
  if (existsSync(path.join(to, "bin/postgres"))) return;
  const draftFolder = `${to}.${process.pid}.new`;
  await cp(from, draftFolder, { recursive: true, verbatimSymlinks: true });
  await rm(to, { recursive: true, force: true });
  await rename(draftFolder, to);
}

export async function preparePostgresHome(dataDir: string): Promise<PostgresHome> {
  const ownFolder = findOwnPostgresFolder();
  const installedFolder = ownFolder ?? findPostgresFolder();
  if (!ownFolder) {
    await ensureLibraryLinks(installedFolder);
    await ensureExecutable(installedFolder);
  }
  if (process.getuid?.() !== 0) {
    return { binariesFolder: installedFolder, clusterFolder: path.join(dataDir, "postgres") };
  }
  const runAs = pickSystemUser(readFileSync("/etc/passwd", "utf8"));
  if (!runAs) {
    throw new Problem(
      "PostgreSQL won't run as root, and this machine has no user named postgres or nobody. " +
        "Create one (`useradd --system postgres`), or start as a regular user.",
    );
  }
  const home = getRootHome(dataDir);
  await ensureRootFolder(home);
  await writeFile(path.join(home, dataDirFile), dataDir);
  const clusterFolder = path.join(home, "data");
  if (canRunAs(runAs, installedFolder))
    return { binariesFolder: installedFolder, clusterFolder, runAs };
  if (ownFolder) throw new Problem(`A user other than root can't run ${ownFolder}/bin/postgres.`);
  const { version } = JSON.parse(
    await readFile(path.join(installedFolder, "../package.json"), "utf8"),
  ) as { version: string };
  const binariesFolder = path.join(home, `postgres-${version}`);
  await copyBinaries(installedFolder, binariesFolder);
  return { binariesFolder, clusterFolder, runAs };
}
