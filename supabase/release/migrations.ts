import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { listMigrations } from "../local/database/migrations.ts";
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
    ...addedMigrations.flatMap((migration) => findBreakingStatements(releases, migration)),
  ];
}

/**
 * Matches statements that would break functions still using the old name, type or value. Dropping a constraint, index
 * or the like is allowed.
 */
const BREAKING_STATEMENT =
  /\b(?:drop\s+(?!constraint|default|not\s+null|policy|trigger|index)\w|rename\s+(?!constraint)\w|alter\s+column\s+\w+\s+(?:set\s+data\s+)?type\s|set\s+not\s+null)/i;
const UNUSED_SINCE = /^-- Unused since (\d+\.\d+\.\d+)\./;

/** The last release's functions run on this schema, so a migration may remove only what that release doesn't use. */
function findBreakingStatements(
  releases: readonly ReleasedMigrations[],
  { file, text }: MigrationFile,
): string[] {
  const versions = new Set(releases.map(({ version }) => version));
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    if (line.trimStart().startsWith("--") || !BREAKING_STATEMENT.test(line)) return [];
    const linesAbove = lines.slice(0, index);
    const previousEnd = linesAbove.findLastIndex((above) => above === "" || above.endsWith(";"));
    const unusedSince = linesAbove
      .slice(previousEnd + 1)
      .map((above) => UNUSED_SINCE.exec(above)?.[1])
      .find((version) => version !== undefined);
    if (unusedSince !== undefined && versions.has(unusedSince)) return [];
    return [
      `${file}:${index + 1} could break the last release: \`${line.trim()}\`. If that release doesn't use it anymore, say so in a comment above it: \`-- Unused since ${releases.at(-1)?.version}.\``,
    ];
  });
}
