import { readArguments, runCommand } from "./backup/command-line.ts";
import { summaryOf } from "./backup/manifest.ts";
import { type RestoreResult, restoreBackup } from "./backup/restore-backup.ts";
import { storageAccessFrom } from "./backup/storage-client.ts";

async function restore(): Promise<void> {
  const [folder, databaseUrl] = process.argv.slice(3);
  const restored = await restoreBackup({
    ...readArguments({ databaseUrl, folder }, "npm run restore -- <folder> <database-url>"),
    storageAccess: storageAccessFrom(process.env),
    log: (line) => console.log(line),
  });
  printResult(restored);
}

function printResult({ manifest, wasDone, nextSteps }: RestoreResult): void {
  console.log(
    wasDone
      ? `Restored already: this project has the backup of ${manifest.takenAt}, and nothing was changed.`
      : `Restored: ${summaryOf(manifest)}. Every table is the same as in the backup, with ${manifest.totalsDifferenceCount} differences in the donation totals.`,
  );
  console.log(`Next (docs/operate/backup-and-restore.md):`);
  for (const step of nextSteps) console.log(`- ${step}`);
}

await runCommand(restore);
