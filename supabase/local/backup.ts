import { readArguments, runCommand } from "./backup/command-line.ts";
import { countOf, type Manifest, backupSummary } from "./backup/manifest.ts";
import { storageAccessFrom } from "./backup/storage-client.ts";
import { takeBackup } from "./backup/take-backup.ts";

async function backUp(): Promise<void> {
  const [databaseUrl, folder] = process.argv.slice(3);
  const options = readArguments(
    { databaseUrl, folder },
    "npm run backup -- <database-url> <folder>",
  );
  const manifest = await takeBackup({
    ...options,
    storageAccess: storageAccessFrom(process.env),
    log: (line) => console.log(line),
  });
  printResult(manifest, options.folder);
}

function printResult(manifest: Manifest, folder: string): void {
  const { totalsDifferenceCount } = manifest;
  if (totalsDifferenceCount > 0) {
    console.log(
      `The donation totals differ from the donations in ${countOf(totalsDifferenceCount, "place")} (docs/payments.md). The backup has them as they are.`,
    );
  }
  console.log(`Backup complete: ${backupSummary(manifest)} in ${folder}.`);
  console.log(
    "It contains personal data and password hashes, so store it encrypted. It doesn't contain the functions' secrets, the vault or Auth's settings.",
  );
}

await runCommand(backUp);
