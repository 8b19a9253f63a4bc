import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { listMigrations } from "../local/database/migrations.ts";
import { findBreakingStatements } from "./breaking-statements.ts";
import { findUnpushableStatements } from "./pushed-statements.ts";

export interface MigrationFile {
  readonly file: string;
  readonly text: string;
}

/** The migrations that a release added, with the SHA-256 of each file. */
export interface ReleasedMigrations {
  readonly version: string;
  readonly files: Readonly<Record<string, string>>;
}

export const computeChecksum = (text: string): string =>
  createHash("sha256").update(text).digest("hex");

export async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const migrations = await listMigrations(folder);
  return Promise.all(
    migrations.map(async ({ file }) => ({
      file,
      text: await readFile(path.join(folder, file), "utf8"),
    })),
  );
}

/** Lists the migrations that no release contains yet. */
export function listUnreleasedMigrations(
  releases: readonly ReleasedMigrations[],
  migrations: readonly MigrationFile[],
): MigrationFile[] {
  const releasedFiles = new Set(releases.flatMap(({ files }) => Object.keys(files)));
  return migrations.filter(({ file }) => !releasedFiles.has(file));
}

/**
 * Lists the migrations that can't be applied, would make an upgraded database differ from a new one, or could break the
 * last release.
 */
export function findMigrationProblems(
  releases: readonly ReleasedMigrations[],
  migrations: readonly MigrationFile[],
): string[] {
  const textByFile = new Map(migrations.map(({ file, text }) => [file, text]));
  const released = releases.flatMap(({ version, files }) =>
    Object.entries(files).map(([file, checksum]) => ({ version, file, sum: checksum })),
  );
  const changeProblems = released.flatMap(({ version, file, sum }) => {
    const text = textByFile.get(file);
    if (text === undefined) return [`${file} was released in ${version}. Put it back.`];
    if (computeChecksum(text) === sum) return [];
    return [`${file} was released in ${version}. Undo the change, and add a new migration.`];
  });
  const lastFile = released.toSorted((left, right) => (left.file < right.file ? -1 : 1)).at(-1);
  const addedMigrations = listUnreleasedMigrations(releases, migrations);
  const statementProblems = addedMigrations.flatMap(findUnpushableStatements);
  if (lastFile === undefined) return [...changeProblems, ...statementProblems];
  const orderProblems = addedMigrations
    .filter(({ file }) => file < lastFile.file)
    .map(
      ({ file }) =>
        `${file} comes before ${lastFile.file}, which was released in ${lastFile.version}. Give it a later timestamp.`,
    );
  return [
    ...changeProblems,
    ...orderProblems,
    ...statementProblems,
    ...findBreakingStatements(releases, addedMigrations),
  ];
}
