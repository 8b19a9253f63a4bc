import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readdir, readFile, rename } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { Problem } from "../machine/problem.ts";
import { computeSha256, sealJson, unsealJson } from "./sealed-json.ts";

/*
 * A backup is a folder:
 *
 *   manifest.json           what the backup consists of, and a checksum of itself; written last, so a folder without
 *                           it isn't a backup
 *   tables/<table>.copy     the table's rows, in PostgreSQL's COPY format
 *   files/<SHA-256>         the contents of a stored file
 *   files.ndjson            the files downloaded so far, which lets an interrupted backup continue
 */

export const manifestFileName = "manifest.json";
export const journalFileName = "files.ndjson";
export const tablesFolder = "tables";
export const filesFolder = "files";

const checksumSchema = z.string().regex(/^[0-9a-f]{64}$/);
const countSchema = z.int().nonnegative();

const migrationSchema = z.strictObject({ file: z.string(), sha256: checksumSchema });

const tableSchema = z.strictObject({
  /** The name with its schema, quoted where SQL needs it. */
  name: z.string(),
  /** The columns, in the same order as in the file. */
  columns: z.array(z.string()),
  /** Columns that the database computes. They aren't in the file, but the fingerprint includes them. */
  generatedColumns: z.array(z.string()),
  rowCount: countSchema,
  fingerprint: z.string(),
  size: countSchema,
  sha256: checksumSchema,
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
  size: countSchema,
  sha256: checksumSchema,
});

const manifestSchema = z.strictObject({
  format: z.literal(1),
  id: z.uuid(),
  takenAt: z.iso.datetime(),
  /**
   * The version in package.json and the commit of the checkout that took the backup. The checkout's migrations match
   * the database's.
   */
  productVersion: z.string(),
  commit: z.string(),
  migrations: z.array(migrationSchema),
  postgresVersion: z.string(),
  tables: z.array(tableSchema),
  sequences: z.array(sequenceSchema),
  files: z.array(storedFileSchema),
  /** Files that someone deleted between the snapshot of the tables and their download. */
  deletedFileCount: countSchema,
  /** The number of rows that donation_totals_differences() returned. */
  totalsDifferenceCount: countSchema,
});

export type MigrationChecksum = z.infer<typeof migrationSchema>;
export type TableBackup = z.infer<typeof tableSchema>;
export type SequenceBackup = z.infer<typeof sequenceSchema>;
export type BackupFile = z.infer<typeof storedFileSchema>;
export type Manifest = z.infer<typeof manifestSchema>;

export const getTablePath = (folder: string, { name }: { readonly name: string }): string =>
  path.join(folder, tablesFolder, `${name.replaceAll('"', "")}.copy`);

export const getFilePath = (folder: string, { sha256 }: { readonly sha256: string }): string =>
  path.join(folder, filesFolder, sha256);

/** Returns a file's SHA-256 checksum, or undefined if the file doesn't exist. */
export async function computeFileSha256(file: string): Promise<string | undefined> {
  const hash: Hash = createHash("sha256");
  try {
    await pipeline(createReadStream(file), hash);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  return hash.digest("hex");
}

/** Writes the manifest under another name first, so that a file named like a manifest is always complete. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const draftFile = path.join(folder, `${manifestFileName}.new`);
  const file = await open(draftFile, "w", 0o600);
  try {
    await file.writeFile(sealJson(manifest));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draftFile, path.join(folder, manifestFileName));
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, manifestFileName), "utf8").catch(() => undefined);
  if (text === undefined) {
    throw new Problem(
      `${folder} has no ${manifestFileName}, so it isn't a complete backup. If a backup into this folder was interrupted, run it again.`,
    );
  }
  const { value, isIntact } = unsealJson(text);
  if (!isIntact) {
    throw new Problem(
      `The backup is damaged, so nothing was restored. ${path.join(folder, manifestFileName)} isn't as it was written. Use another backup.`,
    );
  }
  const manifest = manifestSchema.safeParse(value);
  if (!manifest.success) {
    throw new Problem(
      `${path.join(folder, manifestFileName)} can't be read. ${z.prettifyError(manifest.error)}`,
    );
  }
  return manifest.data;
}

/** Identifies a manifest with everything in it. */
export const computeManifestSha256 = (manifest: Manifest): string =>
  computeSha256(JSON.stringify(manifestSchema.parse(manifest)));

/** Returns the checksum of each file in the backup, by its path. */
function listChecksums(folder: string, { tables, files }: Pick<Manifest, "tables" | "files">) {
  return new Map([
    ...tables.map((table) => [getTablePath(folder, table), table.sha256] as const),
    ...files.map((file) => [getFilePath(folder, file), file.sha256] as const),
  ]);
}

/** A backup that was killed right after it was complete still has its journal. */
const OTHER_FILES: ReadonlySet<string> = new Set([manifestFileName, journalFileName]);

/** Returns the paths in the backup's folder that its manifest doesn't name. */
export async function listUnnamedPaths(
  folder: string,
  manifest: Pick<Manifest, "tables" | "files">,
): Promise<string[]> {
  const named = listChecksums(folder, manifest);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file);
    const isFolder = entry.isDirectory() && [tablesFolder, filesFolder].includes(name);
    const isNamed = entry.isFile() && (named.has(file) || OTHER_FILES.has(name));
    return isFolder || isNamed ? [] : [file];
  });
}

/** Checks every file of the backup against its checksum, before anything is written to a project. */
export async function requireIntactBackup(folder: string, manifest: Manifest): Promise<void> {
  const unnamedPaths = await listUnnamedPaths(folder, manifest);
  if (unnamedPaths.length > 0) {
    throw new Problem(
      `The backup has files that ${manifestFileName} doesn't name, so nothing was restored: ${unnamedPaths.join(", ")}. If you put them there, move them elsewhere. Otherwise, use another backup.`,
    );
  }
  const damagedPaths: string[] = [];
  for (const [file, expected] of listChecksums(folder, manifest)) {
    if ((await computeFileSha256(file)) !== expected) damagedPaths.push(file);
  }
  if (damagedPaths.length > 0) {
    throw new Problem(
      `The backup is damaged, so nothing was restored. Missing or changed: ${damagedPaths.join(", ")}. Use another backup.`,
    );
  }
}

export const formatCount = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? "" : "s"}`;

export function summarizeBackup({ tables, files }: Manifest): string {
  const rowCount = tables.reduce((sum, table) => sum + table.rowCount, 0);
  return `${formatCount(tables.length, "table")} with ${formatCount(rowCount, "row")}, and ${formatCount(files.length, "file")}`;
}
