import { appendFile, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Sql } from "postgres";
import { z } from "zod";
import { parseJsonObject } from "../machine/json.ts";
import { Problem } from "../machine/problem.ts";
import {
  formatCount,
  getFilePath,
  filesFolder,
  journalFileName,
  computeFileSha256,
  type BackupFile,
  storedFileSchema,
} from "./manifest.ts";
import { computeSha256 } from "./sealed-json.ts";
import { forEachInParallel, type ListedFile, type ProjectStorage } from "./storage-client.ts";

const journalEntrySchema = storedFileSchema.extend({ revision: z.string() });
type JournalEntry = z.infer<typeof journalEntrySchema>;

const formatFileName = ({ bucket, key }: Pick<BackupFile, "bucket" | "key">): string =>
  `${bucket}/${key}`;

/** Reads which files an interrupted backup has downloaded. The journal's last line may be incomplete. */
async function readJournal(folder: string): Promise<Map<string, JournalEntry>> {
  const text = await readFile(path.join(folder, journalFileName), "utf8").catch(() => "");
  const entries = text
    .split("\n")
    .map((line) => journalEntrySchema.safeParse(parseJsonObject(line)).data)
    .filter((entry) => entry !== undefined);
  return new Map(entries.map((entry) => [formatFileName(entry), entry]));
}

export interface SavedFiles {
  readonly files: BackupFile[];
  readonly deletedFileCount: number;
}

interface Context {
  readonly sql: Sql;
  readonly storage: ProjectStorage;
  readonly folder: string;
}

/** Downloads the listed files, except those that an interrupted backup has already downloaded. */
export async function saveFiles(
  context: Context,
  listedFiles: readonly ListedFile[],
  log: (line: string) => void,
): Promise<SavedFiles> {
  await mkdir(path.join(context.folder, filesFolder), { recursive: true, mode: 0o700 });
  const journal = await readJournal(context.folder);
  const savedFiles: SavedFiles & { deletedFileCount: number } = { files: [], deletedFileCount: 0 };
  for (const [bucket, files] of Map.groupBy(listedFiles, (file) => file.bucket)) {
    let skippedCount = 0;
    let deletedCount = 0;
    await forEachInParallel(files, async (file) => {
      const entry = journal.get(formatFileName(file));
      if (entry?.revision === file.revision && (await isOnDisk(context.folder, entry))) {
        skippedCount++;
        savedFiles.files.push(storedFileSchema.strip().parse(entry));
        return;
      }
      const downloadedFile = await saveFile(context, file);
      if (downloadedFile) savedFiles.files.push(downloadedFile);
      else deletedCount++;
    });
    savedFiles.deletedFileCount += deletedCount;
    savedFiles.files.sort((left, right) => (formatFileName(left) < formatFileName(right) ? -1 : 1));
    log(
      formatBucketLine(bucket, { count: files.length - deletedCount, skippedCount, deletedCount }),
    );
  }
  return savedFiles;
}

const isOnDisk = async (folder: string, entry: BackupFile): Promise<boolean> =>
  (await computeFileSha256(getFilePath(folder, entry))) === entry.sha256;

/** Downloads a file. Returns undefined if someone has deleted the file since it was listed. */
async function saveFile(context: Context, listedFile: ListedFile): Promise<BackupFile | undefined> {
  const { sql, storage, folder } = context;
  const content = await storage.download(listedFile);
  if (content === undefined) {
    if (!(await isListed(sql, listedFile))) return undefined;
    throw new Problem(
      `${formatFileName(listedFile)} is in Storage's list, but Storage doesn't have the file. Delete its row in Storage (in the dashboard), then run the backup again.`,
    );
  }
  const entry = { ...listedFile, size: content.length, sha256: computeSha256(content) };
  const draftFile = `${getFilePath(folder, entry)}.${crypto.randomUUID()}.new`;
  await writeFile(draftFile, content, { mode: 0o600 });
  await rename(draftFile, getFilePath(folder, entry));
  await appendFile(path.join(folder, journalFileName), `${JSON.stringify(entry)}\n`, {
    mode: 0o600,
  });
  return storedFileSchema.strip().parse(entry);
}

async function isListed(sql: Sql, { bucket, key }: ListedFile): Promise<boolean> {
  const rows = await sql`
    select 1 from storage.objects where bucket_id = ${bucket} and name = ${key}`;
  return rows.length > 0;
}

function formatBucketLine(
  bucket: string,
  counts: { count: number; skippedCount: number; deletedCount: number },
): string {
  const remarks = [
    counts.skippedCount > 0 && `${counts.skippedCount} already downloaded`,
    counts.deletedCount > 0 && `${counts.deletedCount} deleted during the backup`,
  ].filter(Boolean);
  return `bucket ${bucket}: ${formatCount(counts.count, "file")}${remarks.length > 0 ? ` (${remarks.join(", ")})` : ""}`;
}

/** A backup with a manifest is complete, so it doesn't need the journal anymore. */
export const removeJournal = (folder: string): Promise<void> =>
  rm(path.join(folder, journalFileName), { force: true });
