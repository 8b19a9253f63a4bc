import { readDatabaseUrl, runCommand } from "./backup/command-line.ts";
import { withDatabase } from "./backup/connection.ts";
import { readStorageAccess } from "./backup/storage-client.ts";
import { connectScheduledJobs } from "./deployment/connect-jobs.ts";

/* The SQL editor of the dashboard keeps every query, and the key with it, so a command stores the key in the vault. */

const USAGE = "npm run deploy:jobs -- 'postgresql://postgres.<ref>@<host>:5432/postgres'";

await runCommand(async () => {
  const databaseUrl = readDatabaseUrl(process.argv[3], USAGE);
  const access = readStorageAccess(process.env);
  const result = await withDatabase(databaseUrl, (sql) => connectScheduledJobs(sql, access));
  console.log(result);
});
