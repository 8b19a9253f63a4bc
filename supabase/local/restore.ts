import { parseArgs } from "node:util";
import { resolveFromCaller, readArguments, runCommand } from "./backup/command-line.ts";
import { summarizeBackup } from "./backup/manifest.ts";
import { type RestoreResult, restoreBackup } from "./backup/restore-backup.ts";
import { readStorageAccess } from "./backup/storage-client.ts";
import { getErrorMessage, Problem } from "./machine/problem.ts";

const USAGE = "npm run restore -- <folder> <database-url> [--erasures <file> | --no-erasures]";

function readFlags(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { erasures: { type: "string" }, "no-erasures": { type: "boolean" } },
    });
  } catch (error) {
    throw new Problem(`${getErrorMessage(error)} Run \`${USAGE}\`.`);
  }
}

const splitKeys = (text = ""): string[] =>
  text
    .split(",")
    .map((key) => key.trim())
    .filter((key) => key !== "");

async function restore(): Promise<void> {
  const { positionals, values } = readFlags(process.argv.slice(3));
  const [folder, databaseUrl] = positionals;
  const result = await restoreBackup({
    ...readArguments({ databaseUrl, folder }, USAGE),
    storageAccess: readStorageAccess(process.env),
    erasures: {
      file: values.erasures && resolveFromCaller(values.erasures),
      hasNoErasures: values["no-erasures"],
      keys: splitKeys(process.env["ERASURE_KEY"]),
    },
    log: (line) => console.log(line),
  });
  printResult(result);
}

function printResult({ manifest, wasAlreadyRestored, nextSteps }: RestoreResult): void {
  console.log(
    wasAlreadyRestored
      ? `Restored already: this project has the backup of ${manifest.takenAt}, and nothing was changed.`
      : `Restored: ${summarizeBackup(manifest)}. Every table is the same as in the backup, with ${manifest.totalsDifferenceCount} differences in the donation totals.`,
  );
  console.log(`Next (docs/operate/backup-and-restore.md):`);
  for (const step of nextSteps) console.log(`- ${step}`);
}

await runCommand(restore);
