import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile, rename } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { Problem } from "../machine/problem.ts";

/*
 * A backup is a folder:
 *
 *   manifest.json           what the backup consists of; written last, so a folder without it isn't a backup
 *   tables/<table>.copy     the table's rows, in PostgreSQL's COPY format
 *   files/<SHA-256>         the contents of a stored file
 *   files.ndjson            the files downloaded so far, which lets an interrupted backup continue
 */

export const manifestName = "manifest.json";
export const journalName = "files.ndjson";
export const tablesFolder = "tables";
export const filesFolder = "files";

const checksum = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().nonnegative();

const migrationSchema = z.strictObject({ file: z.string(), sha256: checksum });

const tableSchema = z.strictObject({
  /** The name with its schema, quoted where SQL needs it. */
  name: z.string(),
  /** The columns in the order of the file. */
  columns: z.array(z.string()),
  /** Columns that the database computes. They aren't in the file but count in the fingerprint. */
  generatedColumns: z.array(z.string()),
  rowCount: count,
  fingerprint: z.string(),
  size: count,
  sha256: checksum,
});

const sequenceSchema = z.strictObject({
  name: z.string(),
  lastValue: z.string(),
  isCalled: z.boolean(),
});

export const storedFileSchema = z.strictObject({
  bucket: z.string(),
  key: z.string(),
  contentType: z.string(),
  cacheControl: z.string(),
  size: count,
  sha256: checksum,
});

const manifestSchema = z.strictObject({
  format: z.literal(1),
  id: z.uuid(),
  takenAt: z.iso.datetime(),
  /** The version in package.json and the commit of the checkout whose migrations the database has. */
  productVersion: z.string(),
  commit: z.string(),
  migrations: z.array(migrationSchema),
  postgresVersion: z.string(),
  tables: z.array(tableSchema),
  sequences: z.array(sequenceSchema),
  files: z.array(storedFileSchema),
  /** Files that someone deleted between the snapshot of the tables and their download. */
  deletedFileCount: count,
  /** The number of rows of donation_totals_differences(). */
  totalsDifferenceCount: count,
});

export type MigrationChecksum = z.infer<typeof migrationSchema>;
export type TableBackup = z.infer<typeof tableSchema>;
export type SequenceBackup = z.infer<typeof sequenceSchema>;
export type BackupFile = z.infer<typeof storedFileSchema>;
export type Manifest = z.infer<typeof manifestSchema>;

export const tablePath = (folder: string, { name }: { readonly name: string }): string =>
  path.join(folder, tablesFolder, `${name.replaceAll('"', "")}.copy`);

export const filePath = (folder: string, { sha256 }: { readonly sha256: string }): string =>
  path.join(folder, filesFolder, sha256);

export const sha256Of = (content: string | Uint8Array): string =>
  createHash("sha256").update(content).digest("hex");

/** Returns undefined if the file doesn't exist. */
export async function sha256OfFile(file: string): Promise<string | undefined> {
  const hash: Hash = createHash("sha256");
  try {
    await pipeline(createReadStream(file), hash);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  return hash.digest("hex");
}

/** Writes the manifest under another name first, so that a manifest under its own name is complete. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const draft = path.join(folder, `${manifestName}.new`);
  const file = await open(draft, "w", 0o600);
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path.join(folder, manifestName));
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, manifestName), "utf8").catch(() => undefined);
  if (text === undefined) {
    throw new Problem(
      `${folder} has no ${manifestName}, so it isn't a complete backup. If a backup into this folder was interrupted, run it again.`,
    );
  }
  const manifest = manifestSchema.safeParse(parseJson(text));
  if (!manifest.success) {
    throw new Problem(
      `${path.join(folder, manifestName)} can't be read. ${z.prettifyError(manifest.error)}`,
    );
  }
  return manifest.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Compares every file of the backup with its checksum before anything is written to a project. */
export async function requireIntactBackup(folder: string, manifest: Manifest): Promise<void> {
  const paths = new Map<string, string>();
  for (const table of manifest.tables) paths.set(tablePath(folder, table), table.sha256);
  for (const file of manifest.files) paths.set(filePath(folder, file), file.sha256);
  const damagedPaths: string[] = [];
  for (const [file, expected] of paths) {
    if ((await sha256OfFile(file)) !== expected) damagedPaths.push(file);
  }
  if (damagedPaths.length > 0) {
    throw new Problem(
      `The backup is damaged, so nothing was restored. Missing or changed: ${damagedPaths.join(", ")}. Use another backup.`,
    );
  }
}

export const countOf = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? "" : "s"}`;

export function backupSummary({ tables, files }: Manifest): string {
  const rowCount = tables.reduce((sum, table) => sum + table.rowCount, 0);
  return `${countOf(tables.length, "table")} with ${countOf(rowCount, "row")}, and ${countOf(files.length, "file")}`;
}
