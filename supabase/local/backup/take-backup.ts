import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Sql } from "postgres";
import { projectRoot } from "../machine/paths.ts";
import { Problem } from "../machine/problem.ts";
import {
  readCheckoutMigrations,
  readCommit,
  readProductVersion,
  requireCheckoutMigrations,
} from "./applied-migrations.ts";
import { prepareTransaction, withDatabase } from "./connection.ts";
import { copyOut } from "./copy.ts";
import { getErasureListPath, renewErasureList } from "./erasure-list.ts";
import {
  formatCount,
  filesFolder,
  journalFileName,
  listUnnamedPaths,
  type Manifest,
  manifestFileName,
  type SequenceBackup,
  type TableBackup,
  getTablePath,
  tablesFolder,
  writeManifest,
} from "./manifest.ts";
import { removeJournal, saveFiles } from "./save-files.ts";
import {
  type ListedFile,
  listStoredFiles,
  type StorageAccess,
  ProjectStorage,
} from "./storage-client.ts";
import {
  countTotalsDifferences,
  listSequences,
  listTables,
  readFingerprint,
  readSequences,
} from "./tables.ts";

export interface BackupOptions {
  readonly databaseUrl: string;
  readonly folder: string;
  readonly storageAccess: StorageAccess;
  readonly log: (line: string) => void;
}

const backupEntryNames = new Set([
  tablesFolder,
  filesFolder,
  journalFileName,
  `${manifestFileName}.new`,
]);

async function prepareFolder(folder: string): Promise<void> {
  if (path.resolve(folder).startsWith(projectRoot + path.sep)) {
    throw new Problem(
      "A backup contains personal data and password hashes. Choose a folder outside of this repository.",
    );
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await readdir(folder);
  if (names.includes(manifestFileName)) {
    throw new Problem(`${folder} already contains a complete backup. Choose a new folder.`);
  }
  const unrelatedName = names.find((name) => !backupEntryNames.has(name));
  if (unrelatedName !== undefined) {
    throw new Problem(`${folder} contains ${unrelatedName}. Choose an empty folder.`);
  }
  // A backup must not mix rows from two snapshots. Downloaded files can stay, because each one is identified by its
  // checksum.
  await rm(path.join(folder, tablesFolder), { recursive: true, force: true });
  await mkdir(path.join(folder, tablesFolder), { mode: 0o700 });
}

interface Snapshot {
  readonly takenAt: string;
  readonly postgresVersion: string;
  readonly tables: TableBackup[];
  readonly sequences: SequenceBackup[];
  readonly listedFiles: ListedFile[];
  readonly totalsDifferenceCount: number;
}

/** Copies all tables as of one moment, no matter how long the copying takes or what is written in the meantime. */
function saveTables(sql: Sql, { folder, log }: BackupOptions): Promise<Snapshot> {
  return sql.begin("isolation level repeatable read read only", async (tx) => {
    await prepareTransaction(tx);
    const [server] = await tx<{ takenAt: Date; postgresVersion: string }[]>`
      select now() as "takenAt", current_setting('server_version') as "postgresVersion"`;
    const shapes = await listTables(tx);
    const tables: TableBackup[] = [];
    for (const shape of shapes) {
      const copy = await copyOut(
        tx,
        shape,
        createWriteStream(getTablePath(folder, shape), { mode: 0o600 }),
      );
      const table = { ...shape, ...copy, ...(await readFingerprint(tx, shape)) };
      tables.push(table);
      log(`${table.name}: ${formatCount(table.rowCount, "row")}`);
    }
    return {
      takenAt: server!.takenAt.toISOString(),
      postgresVersion: server!.postgresVersion,
      tables,
      sequences: await readSequences(tx, await listSequences(tx, shapes)),
      listedFiles: await listStoredFiles(tx),
      totalsDifferenceCount: await countTotalsDifferences(tx),
    };
  });
}

/** Removes downloads of an interrupted backup that have been replaced or deleted since. */
async function removeLeftovers(folder: string, manifest: Manifest): Promise<void> {
  for (const file of await listUnnamedPaths(folder, manifest)) {
    if (path.dirname(file) === path.join(folder, filesFolder)) await rm(file, { force: true });
  }
}

export async function takeBackup(options: BackupOptions): Promise<Manifest> {
  const { databaseUrl, folder, storageAccess, log } = options;
  await prepareFolder(folder);
  const storage = new ProjectStorage(storageAccess);
  return withDatabase(databaseUrl, async (sql) => {
    await requireCheckoutMigrations(sql);
    await storage.requireSameProject(sql);
    const { listedFiles, ...snapshot } = await saveTables(sql, options);
    const savedFiles = await saveFiles({ sql, storage, folder }, listedFiles, log);
    const manifest: Manifest = {
      format: 1,
      id: randomUUID(),
      productVersion: await readProductVersion(),
      commit: await readCommit(),
      migrations: await readCheckoutMigrations(),
      ...snapshot,
      ...savedFiles,
    };
    await removeLeftovers(folder, manifest);
    await writeManifest(folder, manifest);
    await removeJournal(folder);
    const listFile = getErasureListPath(folder);
    const { erasures } = await renewErasureList(sql, listFile);
    log(`${listFile}: ${formatCount(erasures.length, "erasure")}`);
    return manifest;
  });
}
