import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { Problem } from "../local/machine/problem.ts";
import { findBreakingChanges } from "./find-breaking-changes.ts";
import { moveUnreleasedChanges } from "./changelog.ts";
import type { Contract } from "./contract.ts";
import {
  computeChecksum,
  findMigrationProblems,
  readMigrations,
  listUnreleasedMigrations,
  type ReleasedMigrations,
} from "./migrations.ts";

const PACKAGE = "package.json";
const LOCK_FILE = "package-lock.json";
const VERSION_FILE = "supabase/functions/_shared/rules/version.ts";
const CHANGELOG = "docs/changelog.md";
const RELEASED_MIGRATIONS = "supabase/release/migrations.json";
const RELEASED_CONTRACT = "supabase/release/contract.json";

interface Release {
  readonly version: string;
  /** The date of the release, such as `2027-01-04`. */
  readonly day: string;
  readonly operations: Contract["operations"];
}

const parseVersion = (version: string): number[] => version.split(".").map(Number);

/** Throws unless the new version is three numbers and higher than the current one. */
function requireLaterVersion(version: string, current: string): void {
  if (!/^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/.test(version)) {
    throw new Problem("Name the version to release: `npm run release -- 1.0.0`.");
  }
  const [numbers, currentNumbers] = [parseVersion(version), parseVersion(current)];
  const difference = numbers
    .map((number, index) => number - (currentNumbers[index] ?? 0))
    .find((step) => step !== 0);
  if (difference === undefined || difference < 0) {
    throw new Problem(`The version is ${current} now, so release a later one than ${version}.`);
  }
}

/** Replaces the project's own version, which is the first version in the file, and keeps the file's format. */
const replaceVersion = (text: string, current: string, version: string): string =>
  text.replace(`"${current}"`, `"${version}"`);

/** Replaces the project's version, which npm writes twice: for the lock file, and for its root package. */
const replaceLockFileVersion = (text: string, version: string): string => {
  const lockFile = JSON.parse(text) as {
    version: string;
    packages: { "": { version: string } };
  };
  lockFile.version = version;
  lockFile.packages[""].version = version;
  return `${JSON.stringify(lockFile, null, 2)}\n`;
};

/** Writes each endpoint on its own line, so that a diff of two releases shows which endpoints changed. */
const renderContract = ({ version, operations }: Contract): string => {
  const lines = Object.entries(operations).map(
    ([name, operation]) => `${JSON.stringify(name)}: ${JSON.stringify(operation)}`,
  );
  return `{ "version": ${JSON.stringify(version)}, "operations": {\n${lines.join(",\n")}\n} }\n`;
};

/** Writes the version, checksums, contract and changelog of a release into the folder of the project. */
export async function cutRelease(root: string, release: Release): Promise<void> {
  const { version, day, operations } = release;
  const read = (file: string) => readFile(path.join(root, file), "utf8");
  const packageText = await read(PACKAGE);
  const { version: current } = JSON.parse(packageText) as { version: string };
  requireLaterVersion(version, current);

  const releases = JSON.parse(await read(RELEASED_MIGRATIONS)) as ReleasedMigrations[];
  const lastContract = JSON.parse(await read(RELEASED_CONTRACT)) as Contract;
  const migrations = await readMigrations(path.join(root, "supabase/migrations"));
  const problems = [
    ...findMigrationProblems(releases, migrations),
    ...findBreakingChanges(lastContract, { operations }),
  ];
  if (problems.length > 0) {
    throw new Problem(`The last release can't be upgraded to this one:\n${problems.join("\n")}`);
  }
  const files = listUnreleasedMigrations(releases, migrations).map(
    ({ file, text }) => [file, computeChecksum(text)] as const,
  );
  const texts = {
    [PACKAGE]: replaceVersion(packageText, current, version),
    [LOCK_FILE]: replaceLockFileVersion(await read(LOCK_FILE), version),
    [VERSION_FILE]: replaceVersion(await read(VERSION_FILE), current, version),
    [CHANGELOG]: moveUnreleasedChanges(await read(CHANGELOG), version, day),
    [RELEASED_MIGRATIONS]: `${JSON.stringify(
      [...releases, { version, files: Object.fromEntries(files) }],
      null,
      2,
    )}\n`,
    [RELEASED_CONTRACT]: renderContract({ version, operations }),
  };
  for (const [file, text] of Object.entries(texts)) await writeFile(path.join(root, file), text);
}
