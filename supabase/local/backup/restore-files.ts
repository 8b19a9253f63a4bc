import { readFile } from "node:fs/promises";
import type { Sql } from "postgres";
import { Problem } from "../machine/problem.ts";
import { countOf, filePath, type Manifest, sha256Of, type BackupFile } from "./manifest.ts";
import {
  forEachInParallel,
  type ListedFile,
  listStoredFiles,
  type ProjectStorage,
} from "./storage-client.ts";

interface Context {
  readonly sql: Sql;
  readonly storage: ProjectStorage;
  readonly folder: string;
}

const nameOf = ({ bucket, key }: Pick<BackupFile, "bucket" | "key">): string => `${bucket}/${key}`;

/** Uploads the files, except those that an interrupted restore has already stored completely. */
export async function restoreFiles(
  context: Context,
  manifest: Manifest,
  log: (line: string) => void,
): Promise<void> {
  const storedFiles = await readStoredFiles(context.sql);
  for (const [bucket, files] of Map.groupBy(manifest.files, (file) => file.bucket)) {
    let keptCount = 0;
    await forEachInParallel(files, async (file) => {
      const storedFile = storedFiles.get(nameOf(file));
      if (isSameInList(file, storedFile) && (await hasSameContent(context.storage, file)))
        keptCount++;
      else await context.storage.upload(file, await readFile(filePath(context.folder, file)));
    });
    const remark = keptCount > 0 ? ` (${keptCount} already stored)` : "";
    log(`bucket ${bucket}: ${countOf(files.length, "file")}${remark}`);
  }
  await requireAllFiles(context.sql, manifest);
}

async function readStoredFiles(sql: Sql): Promise<Map<string, ListedFile>> {
  const storedFiles = await listStoredFiles(sql);
  return new Map(storedFiles.map((file) => [nameOf(file), file]));
}

const isSameInList = (file: BackupFile, storedFile: ListedFile | undefined): boolean =>
  storedFile?.size === file.size &&
  storedFile.contentType === file.contentType &&
  storedFile.cacheControl === file.cacheControl;

async function hasSameContent(storage: ProjectStorage, file: BackupFile): Promise<boolean> {
  const content = await storage.download(file);
  return content !== undefined && sha256Of(content) === file.sha256;
}

/** Storage may report success without having stored a file, so check its own list. */
async function requireAllFiles(sql: Sql, { files }: Manifest): Promise<void> {
  const storedFiles = await readStoredFiles(sql);
  const wrongFile = files.find((file) => !isSameInList(file, storedFiles.get(nameOf(file))));
  if (!wrongFile) return;
  throw new Problem(
    `Storage accepted ${nameOf(wrongFile)}, but lists it differently than the backup. Nothing was restored into the tables. Run the restore again.`,
  );
}
