import { afterEach, expect, test, vi } from "vitest";
import { connectScheduledJobs } from "../../local/deployment/connect-jobs.ts";
import { catchSqlState, type Transaction, withRollback } from "./connection.ts";

/* The extensions exist only on hosted projects; these tests create the parts of them that our functions use. */

const FUNCTIONS_URL = "https://abcdefgh.supabase.co/functions/v1";
const buildKey = (name: string) => ["sb", "secret", name].join("_");

async function createVault(tx: Transaction) {
  await tx.unsafe(`
    create schema vault;
    create table vault.secrets (id uuid primary key default gen_random_uuid(), name text unique, secret text);
    create view vault.decrypted_secrets as select id, name, secret as decrypted_secret from vault.secrets;
    create function vault.create_secret(new_secret text, new_name text) returns uuid language sql
      as 'insert into vault.secrets (secret, name) values (new_secret, new_name) returning id';
    create function vault.update_secret(secret_id uuid, new_secret text) returns void language sql
      as 'update vault.secrets set secret = new_secret where id = secret_id';
    create schema net;
    create table net.requests (url text, headers jsonb);
    create function net.http_post(url text, headers jsonb, body jsonb, timeout_milliseconds int) returns bigint
      language sql as 'insert into net.requests values (url, headers) returning 1::bigint';`);
}

const [PROJECT_URL] = FUNCTIONS_URL.split("/functions/v1") as [string];

/** Connects the jobs to a project whose Storage lists the database's buckets, or those of another project. */
async function connectJobs(tx: Transaction, key: string, isOtherProject = false) {
  const buckets = await tx<{ id: string; created_at: Date }[]>`
    select id, date_trunc('milliseconds', created_at) as created_at from storage.buckets`;
  const listed = buckets.map(({ id, created_at: createdAt }) => ({
    id,
    created_at: isOtherProject ? new Date(0) : createdAt,
  }));
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(listed)));
  return connectScheduledJobs(tx, { url: PROJECT_URL, secretKey: key });
}
afterEach(() => vi.unstubAllGlobals());

test("npm run deploy:jobs stores the URL and the key for scheduled jobs, and replaces them after a rotation", async () => {
  await withRollback(async (tx) => {
    await createVault(tx);
    for (const key of [buildKey("first"), buildKey("second")]) {
      expect(await connectJobs(tx, key)).toBe(`Scheduled jobs now call ${FUNCTIONS_URL}`);
      await tx`select private.call_function('/send-emails/send-emails')`;
    }
    const requests = await tx`select url, headers ->> 'apikey' as key from net.requests`;
    expect([...requests]).toEqual([
      { url: `${FUNCTIONS_URL}/send-emails/send-emails`, key: buildKey("first") },
      { url: `${FUNCTIONS_URL}/send-emails/send-emails`, key: buildKey("second") },
    ]);
    const [stored] = await tx`select count(*)::int as count from vault.secrets`;
    expect(stored).toEqual({ count: 2 });
  });
});

test("npm run deploy:jobs refuses the database of another project", async () => {
  await withRollback(async (tx) => {
    await createVault(tx);
    await expect(connectJobs(tx, buildKey("first"), true)).rejects.toThrow(
      "belong to different projects",
    );
    expect(await tx`select name from vault.secrets`).toEqual([]);
  });
});

test("threat 60: with an empty vault, a job that calls a function fails and isn't recorded as run", async () => {
  await withRollback(async (tx) => {
    await createVault(tx);
    await tx`update public.job_runs set ran_at = null`;
    const call = tx.savepoint(
      (savepoint) => savepoint`select private.call_function('/send-emails/send-emails')`,
    );
    expect(await catchSqlState(call)).toBe("P0001");
    const [row] = await tx`select ran_at from public.job_runs where name = 'send-emails'`;
    expect(row).toEqual({ ran_at: null });
  });
});

test.each([
  ["a URL without its path", "https://abcdefgh.supabase.co", buildKey("first")],
  ["the address of the site's API", "https://www.example.org/api", buildKey("first")],
  ["a publishable key", FUNCTIONS_URL, "sb_publishable_abcdefgh"],
  ["an empty key", FUNCTIONS_URL, ""],
])("scheduled jobs can't be connected with %s", async (_, url, key) => {
  await withRollback(async (tx) => {
    await createVault(tx);
    const connect = tx.savepoint(
      (savepoint) => savepoint`select private.connect_scheduled_jobs(${url}, ${key})`,
    );
    expect(await catchSqlState(connect)).toBe("P0001");
  });
});

test("pg_cron's own log is swept after a week, and the job does nothing without pg_cron", async () => {
  await withRollback(async (tx) => {
    await tx`select private.sweep_cron_log()`;
    await tx.unsafe(`
      create schema cron;
      create table cron.job_run_details (runid int, end_time timestamptz);
      insert into cron.job_run_details values
        (1, now() - interval '7 days 1 second'), (2, now() - interval '6 days'), (3, null);`);
    await tx`select private.sweep_cron_log()`;
    const rows = await tx`select runid from cron.job_run_details order by runid`;
    expect(rows.map(({ runid }) => runid as number)).toEqual([2, 3]);
  });
});
