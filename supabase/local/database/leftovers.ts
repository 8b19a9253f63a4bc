import { existsSync } from "node:fs";
import { lstat, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { wasLeftByKilledStack } from "../machine/single-instance.ts";
import { stopOrphanedServer, hasCluster } from "./cluster.ts";
import {
  dataDirFile,
  preparePostgresHome,
  getRootHome,
  getSharedTemporaryFolder,
} from "./postgres-home.ts";

/** Prefix of the folders where temporary-stack.ts keeps the data of a test run. */
export const testDataPrefix = "care-packages-test-";

/** Stops any server that still uses the data directory's database, and deletes the database but nothing else. */
export async function removeDatabase(dataDir: string): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  const folder = isRoot ? getRootHome(dataDir) : path.join(dataDir, "postgres");
  if (!existsSync(folder)) return;
  const home = await preparePostgresHome(dataDir);
  if (hasCluster(home)) await stopOrphanedServer(home);
  await rm(folder, { recursive: true, force: true });
}

async function listOwnFolders(parent: string, prefix: string): Promise<string[]> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  const folders = await Promise.all(
    names.map(async (name) => {
      const folder = path.join(parent, name);
      const stats = await lstat(folder);
      return stats.isDirectory() && stats.uid === process.getuid?.() ? [folder] : [];
    }),
  );
  return folders.flat();
}

/** Returns the data folders of killed test runs. A run that ends normally deletes its folder. */
async function listKilledTestRuns(): Promise<string[]> {
  const folders = await listOwnFolders(tmpdir(), testDataPrefix);
  const killedFlags = await Promise.all(folders.map(wasLeftByKilledStack));
  return folders.filter((_, index) => killedFlags[index]);
}

/**
 * Returns the data folders of deleted clones whose database still exists, because root's database is stored outside of
 * the clone.
 */
async function listDataDirsOfDeletedClones(): Promise<string[]> {
  if (process.getuid?.() !== 0) return [];
  const homes = await listOwnFolders(getSharedTemporaryFolder(), "care-packages-");
  const dataDirs = await Promise.all(
    homes.map((home) => readFile(path.join(home, dataDirFile), "utf8").catch(() => "")),
  );
  return dataDirs.filter(
    (dataDir, index) => getRootHome(dataDir) === homes[index] && !existsSync(dataDir),
  );
}

/** Removes what this user's deleted clones and killed test runs left behind. Returns their data folders. */
export async function removeLeftovers(): Promise<string[]> {
  const leftovers = [
    ...new Set([...(await listKilledTestRuns()), ...(await listDataDirsOfDeletedClones())]),
  ];
  for (const dataDir of leftovers) {
    await removeDatabase(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  }
  return leftovers;
}
