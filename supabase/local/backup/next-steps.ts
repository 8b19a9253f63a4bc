import type { Sql } from "postgres";

/** The secrets in the vault that scheduled jobs need (docs/operate/go-live.md, step 5). */
const VAULT_SECRETS = ["functions_url", "functions_secret_key"];

/** Returns the steps that must be done by hand, because a backup doesn't contain everything. */
export async function listNextSteps(sql: Sql): Promise<string[]> {
  return [
    await describeJobs(sql),
    await describeVault(sql),
    await describeEmails(sql),
    "Secrets of the functions: set them as before. With another HASH_SECRET, links in sent emails and preview links stop working.",
    "Logins: passwords and authenticator apps work as before. Everyone has to log in again.",
    "Site: build and deploy it for this project, so that its pages show the restored content.",
  ].filter((step) => step !== undefined);
}

async function doesRelationExist(sql: Sql, relation: string): Promise<boolean> {
  const [row] = await sql<{ exists: boolean }[]>`
    select to_regclass(${relation}) is not null as exists`;
  return row!.exists;
}

async function describeJobs(sql: Sql): Promise<string> {
  const expected = await sql<{ name: string }[]>`select name from private.scheduled_jobs()`;
  if (!(await doesRelationExist(sql, "cron.job"))) {
    return `Scheduled jobs: none of the ${expected.length} jobs is scheduled, because this database has no pg_cron. (The embedded stack runs them itself.) On a hosted project, enable pg_cron and pg_net, then run the last statement of the migration named schedule.`;
  }
  const scheduledJobs = await sql<
    { name: string }[]
  >`select jobname as name from cron.job where active`;
  const missingJobs = expected.filter(
    ({ name }) => !scheduledJobs.some((job) => job.name === name),
  );
  const names = missingJobs.map(({ name }) => name).join(", ");
  return missingJobs.length === 0
    ? `Scheduled jobs: all ${expected.length} are scheduled.`
    : `Scheduled jobs: these aren't scheduled: ${names}.`;
}

async function describeVault(sql: Sql): Promise<string> {
  if (!(await doesRelationExist(sql, "vault.secrets")))
    return "Vault: this database has none, like the embedded stack.";
  const present = await sql<{ name: string }[]>`select name from vault.secrets`;
  const missing = VAULT_SECRETS.filter((name) => !present.some((secret) => secret.name === name));
  return missing.length === 0
    ? "Vault: both secrets exist. They aren't part of a backup, so check that they belong to this project."
    : `Vault: set ${missing.join(" and ")}, which aren't part of a backup. Until then, no job can call the functions (docs/operate/go-live.md, step 5).`;
}

/** Warns about queued emails: a practice restore must not email donors, and a real restore may send emails twice. */
async function describeEmails(sql: Sql): Promise<string | undefined> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from public.email_outbox where status in ('queued', 'sending')`;
  return row!.count === 0
    ? undefined
    : `Emails: ${row!.count} were waiting when the backup was taken. They're sent as soon as the functions have a MAIL_TRANSPORT, even if they were already sent after the backup.`;
}
