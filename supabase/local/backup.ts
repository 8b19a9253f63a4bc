import { readArguments, runCommand } from "./backup/command-line.ts";
import { formatCount, type Manifest, summarizeBackup } from "./backup/manifest.ts";
import { readStorageAccess } from "./backup/storage-client.ts";
import { takeBackup } from "./backup/take-backup.ts";

async function backUp(): Promise<void> {
  const [databaseUrl, folder] = process.argv.slice(3);
  const options = readArguments(
    { databaseUrl, folder },
    "npm run backup -- <database-url> <folder>",
  );
  const manifest = await takeBackup({
    ...options,
    storageAccess: readStorageAccess(process.env),
    log: (line) => console.log(line),
  });
  printResult(manifest, options.folder);
}

function printResult(manifest: Manifest, folder: string): void {
  const { totalsDifferenceCount } = manifest;
  if (totalsDifferenceCount > 0) {
    console.log(
      `The donation totals differ from the donations in ${formatCount(totalsDifferenceCount, "place")} (docs/payments.md). The backup contains them unchanged.`,
    );
  }
  console.log(`Backup complete: ${summarizeBackup(manifest)} in ${folder}.`);
  console.log(
    "It contains personal data and password hashes, so store it encrypted. It doesn't contain the functions' secrets, the vault or Auth's settings.",
  );
}

await runCommand(backUp);
