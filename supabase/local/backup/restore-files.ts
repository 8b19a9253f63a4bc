import { readFile } from "node:fs/promises";
import type { Sql } from "postgres";
import { Problem } from "../machine/problem.ts";
import { formatCount, getFilePath, type Manifest, type BackupFile } from "./manifest.ts";
import {
  forEachInParallel,
  type ListedFile,
  listStoredFiles,
  type ProjectStorage,
} from "./storage-client.ts";
import { computeSha256 } from "./sealed-json.ts";

interface Context {
  readonly sql: Sql;
  readonly storage: ProjectStorage;
  readonly folder: string;
}

const formatFileName = ({ bucket, key }: Pick<BackupFile, "bucket" | "key">): string =>
  `${bucket}/${key}`;

/** Uploads the files, except those that an interrupted restore has already stored completely. */
export async function restoreFiles(
  context: Context,
  manifest: Manifest,
  log: (line: string) => void,
): Promise<void> {
  const storedFiles = await readStoredFiles(context.sql);
  for (const [bucket, files] of Map.groupBy(manifest.files, (file) => file.bucket)) {
    let skippedCount = 0;
    await forEachInParallel(files, async (file) => {
      const storedFile = storedFiles.get(formatFileName(file));
      if (hasSameMetadata(file, storedFile) && (await hasSameContent(context.storage, file)))
        skippedCount++;
      else await context.storage.upload(file, await readFile(getFilePath(context.folder, file)));
    });
    const remark = skippedCount > 0 ? ` (${skippedCount} already stored)` : "";
    log(`bucket ${bucket}: ${formatCount(files.length, "file")}${remark}`);
  }
  await requireAllFiles(context.sql, manifest);
}

async function readStoredFiles(sql: Sql): Promise<Map<string, ListedFile>> {
  const storedFiles = await listStoredFiles(sql);
  return new Map(storedFiles.map((file) => [formatFileName(file), file]));
}

const hasSameMetadata = (file: BackupFile, storedFile: ListedFile | undefined): boolean =>
  storedFile?.size === file.size &&
  storedFile.contentType === file.contentType &&
  storedFile.cacheControl === file.cacheControl;

async function hasSameContent(storage: ProjectStorage, file: BackupFile): Promise<boolean> {
  const content = await storage.download(file);
  return content !== undefined && computeSha256(content) === file.sha256;
}

/** Throws unless Storage lists every file, because Storage may report success without having stored a file. */
async function requireAllFiles(sql: Sql, { files }: Manifest): Promise<void> {
  const storedFiles = await readStoredFiles(sql);
  const wrongFile = files.find(
    (file) => !hasSameMetadata(file, storedFiles.get(formatFileName(file))),
  );
  if (!wrongFile) return;
  throw new Problem(
    `Storage accepted ${formatFileName(wrongFile)}, but lists it differently than the backup. Nothing was restored into the tables. Run the restore again.`,
  );
}
