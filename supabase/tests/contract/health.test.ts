import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { VERSION } from "../../functions/_shared/rules/version.ts";
import { readJobs, runJob } from "../../local/schedule.ts";
import { type FunctionProcess, startFunction } from "../function-process.ts";
import { logins } from "../demo-logins.ts";
import { SmtpDouble } from "../mail/smtp-double.ts";
import { facts, postponeEmails, request, signIn, signInAdmin, SOME_ID, sql } from "./stack.ts";

const DEPLOYMENT_PATH = "/api/health/deployment";

/** Records that all jobs just ran, and clears the problems that owners were emailed about. */
const resetHealth = () =>
  Promise.all([
    sql`update public.job_runs set ran_at = now(), added_at = now()`,
    sql`update public.health_alerts set announced_problems = '[]', untold_problems = '[]', claimed_at = '-infinity'`,
    postponeEmails(),
  ]);
/** Moves the recorded times back, so that this many minutes seem to have passed. */
const letMinutesPass = (minutes: number) =>
  Promise.all([
    sql`
      update public.job_runs
      set ran_at = ran_at - make_interval(mins => ${minutes}), added_at = added_at - make_interval(mins => ${minutes})`,
    sql`update public.health_alerts set claimed_at = claimed_at - make_interval(mins => ${minutes})`,
  ]);
beforeEach(() => resetHealth());
afterEach(() => resetHealth());

const readAnnouncedProblems = async () => {
  const [row] = await sql<[{ kinds: string[] }]>`
    select announced_problems as kinds from public.health_alerts`;
  return row.kinds;
};
const readClaimAgeSeconds = async () => {
  const [row] = await sql<[{ seconds: number }]>`
    select least(extract(epoch from now() - claimed_at), 1e9)::float as seconds from public.health_alerts`;
  return row.seconds;
};

describe("GET /api/health", () => {
  it("returns ok and nothing else while scheduled jobs run", async () => {
    const { status, text } = await request("GET", "/api/health");
    expect([status, text]).toEqual([200, '{"status":"ok"}']);
  });

  it("threat 60: returns 503 naming the jobs that are late or have never run", async () => {
    await sql`
      update public.job_runs set ran_at = now() - interval '8 minutes' where name = 'send-emails'`;
    await sql`
      update public.job_runs set ran_at = null, added_at = now() - interval '3 days'
      where name = 'queue-annual-statements'`;
    const { status, json, headers } = await request("GET", "/api/health");
    const message = "Scheduled jobs are late: queue-annual-statements, send-emails.";
    expect([status, json]).toEqual([
      503,
      {
        message,
        code: "unhealthy",
        issues: [{ path: "jobs", message }],
        requestId: expect.any(String),
      },
    ]);
    expect(headers.get("Retry-After")).toBe("60");
  });

  it("threat 64: returns 503 if ERASURE_KEY lacks an earlier erasure's key, and only erasing is refused", async () => {
    const { token } = await signInAdmin();
    const person = { records: [{ kind: "donor", id: SOME_ID }] };
    const erase = () =>
      request("POST", "/api/erasures", {
        token,
        headers: { "Idempotency-Key": randomUUID() },
        body: { ...person, confirmation: "Ann", fingerprint: "old" },
      });
    const [erasure] = await sql<[{ id: string }]>`
      insert into public.erasures (records, key_check)
      values ('[]', private.key_check(${facts.erasureKey})) returning id`;
    try {
      expect((await request("GET", "/api/health")).status).toBe(200);
      expect((await erase()).json.code).toBe("not_found");

      await sql`
        update public.erasures set key_check = private.key_check('other') where id = ${erasure.id}`;
      const health = await request("GET", "/api/health");
      expect([health.status, health.json.issues]).toEqual([
        503,
        [{ path: "erasures", message: expect.stringContaining("ERASURE_KEY") }],
      ]);
      const refusal = await erase();
      expect([refusal.status, refusal.json.code]).toEqual([503, "erasure_key_wrong"]);
      const preview = await request("POST", "/api/erasures/preview", { token, body: person });
      expect([preview.status, preview.json.obstacles]).toEqual([200, [refusal.json.message]]);
      expect((await request("GET", "/api/erasures", { token })).status).toBe(200);
    } finally {
      await sql`delete from public.erasures where id = ${erasure.id}`;
    }
  });

  it("returns ok for a new job that hasn't had time to run", async () => {
    await sql`update public.job_runs set ran_at = null`;
    expect((await request("GET", "/api/health")).status).toBe(200);
  });
});

describe("threat 60: a scheduler that stops", () => {
  const smtpServer = new SmtpDouble();
  let api: FunctionProcess;
  beforeAll(async () => {
    const SMTP_PORT = String(await smtpServer.listen());
    api = await startFunction("api", { MAIL_TRANSPORT: "smtp", SMTP_HOST: "127.0.0.1", SMTP_PORT });
  });
  afterAll(async () => {
    await api.stop();
    smtpServer.close();
  });
  beforeEach(() => smtpServer.receivedEmails.splice(0));
  afterEach(() => {
    smtpServer.behavior = {};
  });

  const readHealth = async (path = "/health", token = facts.healthToken) => {
    const response = await fetch(`${api.url}${path}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    return { status: response.status, json: (await response.json()) as { message?: string } };
  };
  const listReceivedSubjects = () =>
    smtpServer.receivedEmails.map(({ headers }) => headers.get("subject")?.[0]);
  const listReceivedTexts = () =>
    smtpServer.receivedEmails.map(({ raw }) => raw.replaceAll(/=\r?\n/g, ""));

  /** Runs each job once, as the scheduler does, except for the stuck job. Failures are ignored. */
  const runJobs = async (secretKey: string, stuckJobName = "") => {
    for (const job of await readJobs(sql)) {
      if (job.name === stuckJobName) continue;
      await runJob(sql, { ...facts, secretKey }, job).catch(() => undefined);
    }
  };
  /**
   * Runs only the SQL jobs. While the vault is empty, the other jobs send no requests
   * (supabase/tests/database/schedule.test.ts).
   */
  const runStatements = async () => {
    for (const job of await readJobs(sql))
      if (job.statement !== null) await runJob(sql, facts, job);
  };

  it.each([
    [
      "the vault is emptied",
      () => runStatements(),
      "call-build-hook, continue-erasures, send-emails",
    ],
    [
      "the secret key is rotated",
      () => runJobs(`${facts.secretKey.slice(0, -4)}0000`),
      "call-build-hook, continue-erasures, send-emails",
    ],
    ["a job is stuck", () => runJobs(facts.secretKey, "send-emails"), "send-emails"],
  ])(
    "is reported within 10 minutes if %s: each owner gets one email, and another once jobs run again",
    async (_, runRemainingJobs, lateJobs) => {
      const owners = await sql<{ email: string }[]>`
        select email from private.owner_addresses() order by email`;
      await letMinutesPass(10);
      await runRemainingJobs();
      const responses = await Promise.all(Array.from({ length: 8 }, () => readHealth()));
      const message = `Scheduled jobs are late: ${lateJobs}.`;
      for (const { status, json } of responses) {
        expect([status, json.message]).toEqual([503, message]);
      }
      await expect.poll(readAnnouncedProblems).toEqual(["jobs"]);
      await letMinutesPass(10);
      expect((await readHealth()).status).toBe(503);
      const recipients = smtpServer.receivedEmails.map(({ to }) => to);
      expect(recipients.toSorted()).toEqual(owners.map(({ email }) => email));
      expect(new Set(listReceivedSubjects())).toEqual(new Set(["Your site needs attention"]));
      for (const text of listReceivedTexts()) expect(text).toContain(message);

      smtpServer.receivedEmails.splice(0);
      await runJobs(facts.secretKey);
      await sql`update public.job_runs set ran_at = now()`;
      await Promise.all(Array.from({ length: 8 }, () => readHealth()));
      await expect.poll(readAnnouncedProblems).toEqual([]);
      await letMinutesPass(10);
      await sql`update public.job_runs set ran_at = now()`;
      expect((await readHealth()).status).toBe(200);
      expect(listReceivedSubjects()).toEqual(owners.map(() => "Your site is working again"));
      for (const text of listReceivedTexts()) {
        expect(text).toContain("Scheduled jobs are running again.");
      }
    },
  );

  it("causes at most one email in 10 minutes, even if it keeps stopping and starting", async () => {
    await letMinutesPass(10);
    await readHealth();
    await expect.poll(readAnnouncedProblems).toEqual(["jobs"]);
    const { length } = smtpServer.receivedEmails;
    await sql`update public.job_runs set ran_at = now()`;
    for (let count = 0; count < 3; count += 1) await readHealth();
    await readHealth("/health/deployment");
    expect(await readAnnouncedProblems()).toEqual(["jobs"]);
    expect(smtpServer.receivedEmails).toHaveLength(length);
  });

  it("is also reported when an administrator reads the deployment's health, and again if the mail server failed", async () => {
    const { token } = await signInAdmin();
    smtpServer.behavior = { connect: "421 too busy" };
    const [owners] = await sql<{ count: number }[]>`
      select count(*)::integer as count from private.owner_addresses()`;
    const connectionCount = smtpServer.connectionCount + owners!.count;
    await letMinutesPass(10);
    await readHealth("/health/deployment", token);
    await expect.poll(readClaimAgeSeconds).toBeLessThan(60);
    await expect.poll(() => smtpServer.connectionCount).toBe(connectionCount);
    smtpServer.behavior = {};
    await readHealth("/health/deployment", token);
    expect(await readAnnouncedProblems()).toEqual([]);
    await letMinutesPass(10);
    await readHealth("/health/deployment", token);
    await expect.poll(readAnnouncedProblems).toEqual(["jobs"]);
    expect(new Set(listReceivedSubjects())).toEqual(new Set(["Your site needs attention"]));
  });
});

describe("threat 60: a deployment", () => {
  let api: FunctionProcess;
  beforeAll(async () => {
    api = await startFunction("api", { MAIL_TRANSPORT: "", PAYMENTS_MODE: "stripe" });
  });
  afterAll(() => api.stop());
  const readHealth = async () => {
    const response = await fetch(`${api.url}/health`);
    return { status: response.status, json: (await response.json()) as { message?: string } };
  };
  const queueWaitingEmail = () => sql`
    insert into public.email_outbox (template_name, to_email, next_attempt_at, created_at)
    values ('Status', 'health@example.org', now() - interval '11 minutes', now() - interval '2 days')`;
  const deleteWaitingEmail = () =>
    sql`delete from public.email_outbox where to_email = 'health@example.org'`;
  afterEach(() => deleteWaitingEmail());

  it("without an email transport is unhealthy once an email has waited for 10 minutes, which only the overview shows", async () => {
    expect((await readHealth()).status).toBe(200);
    await queueWaitingEmail();
    expect(await readHealth()).toMatchObject({
      status: 503,
      json: { message: "Emails are waiting because sending isn't set up." },
    });
    const response = await fetch(`${api.url}/health/deployment`, {
      headers: { Authorization: `Bearer ${facts.healthToken}` },
    });
    expect(await response.json()).toMatchObject({
      mail: null,
      problems: [{ kind: "emails", message: expect.stringContaining("sending isn't set up") }],
      webhook: { isSecretSet: false, lastEventAt: null },
    });
    expect(await readAnnouncedProblems()).toEqual([]);
  });

  it("with an email transport is healthy, but not without contact information", async () => {
    await queueWaitingEmail();
    expect((await request("GET", "/api/health")).status).toBe(200);
    const rows = await sql`delete from public.contact_info returning *`;
    const { status, json } = await request("GET", "/api/health");
    await sql`insert into public.contact_info ${sql(rows)}`;
    expect([status, json.message]).toEqual([
      503,
      "Emails are waiting because the organization's contact information is missing.",
    ]);
  });

  const pauseMail = (reason: string, age: string) => sql`
    update public.mail_transport
    set pause = ${reason}, paused_at = now() - ${age}::interval, paused_until = now() + interval '1 hour'`;
  it.each([
    ["outage", "4 minutes", 200, /^waiting until \d{4}-\d\d-\d\dT/],
    ["outage", "6 minutes", 503, /can't be reached or refuses them/],
    ["limit", "25 hours", 200, /^waiting until \d{4}-\d\d-\d\dT/],
    ["limit", "27 hours", 503, /more than a day because of the limit on emails/],
  ])(
    "whose emails have waited because of an %s for %s responds %i",
    async (reason, age, status, text) => {
      await pauseMail(reason, age);
      const withoutEmails = await request("GET", "/api/health");
      expect([withoutEmails.status, withoutEmails.text]).toEqual([200, '{"status":"ok"}']);
      await queueWaitingEmail();
      const response = await request("GET", "/api/health");
      expect(response.status).toBe(status);
      expect(response.json.emails ?? response.json.message).toMatch(text);
      expect(response.text).not.toContain("health@example.org");
    },
  );

  it("shows administrators of any area until when emails wait, and why", async () => {
    const { token } = await signInAdmin();
    const readPause = async () =>
      (await request("GET", "/api/email-outbox/pause", { token })).json.pause;
    await queueWaitingEmail();
    expect(await readPause()).toBeNull();
    await pauseMail("limit", "1 hour");
    const pause = await readPause();
    expect(pause).toEqual({
      reason: "provider_limit",
      until: expect.any(String),
      concernsMassOnly: false,
      dailyLimit: null,
    });
    const { json } = await request("GET", "/api/system-status", { token });
    expect(json.mail.pause).toEqual(pause);
  });

  it("is unhealthy after reconciliation found an event that Stripe should have sent", async () => {
    await sql`
      insert into public.stripe_reconciliations (is_demo, finished_at, last_miss_found_at) values (true, now(), now())
      on conflict (is_demo) do update set finished_at = now(), last_miss_found_at = now()`;
    const { status, json } = await readHealth();
    await sql`delete from public.stripe_reconciliations where is_demo`;
    expect([status, json.message]).toEqual([
      503,
      "Payment updates from Stripe (webhooks) have stopped arriving.",
    ]);
  });
});

describe(`GET ${DEPLOYMENT_PATH}`, () => {
  it("returns the same to an administrator and to a caller with HEALTH_TOKEN", async () => {
    const { token } = await signInAdmin();
    const responses = await Promise.all(
      [token, facts.healthToken].map((token) => request("GET", DEPLOYMENT_PATH, { token })),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(responses[0]?.json).toMatchObject({
      version: VERSION,
      siteUrl: facts.webUrl,
      countedBy: expect.any(String),
    });
    expect(responses[0]?.json).toEqual(responses[1]?.json);
    expect(responses[0]?.json.problems).toEqual([]);
  });

  it("threat 60: returns the age of each job's last run and which are late", async () => {
    await sql`
      update public.job_runs set ran_at = now() - interval '8 minutes 10 seconds' where name = 'send-emails'`;
    await sql`update public.job_runs set ran_at = null where name = 'sweep-uploads'`;
    const { json } = await request("GET", DEPLOYMENT_PATH, { token: facts.healthToken });
    const jobs = new Map(json.jobs.map((job: { name: string }) => [job.name, job]));
    expect(jobs.get("send-emails")).toEqual({ name: "send-emails", ageMinutes: 8, isLate: true });
    expect(jobs.get("sweep-uploads")).toMatchObject({ ageMinutes: null, isLate: false });
    expect(jobs.get("reconcile-payments")).toMatchObject({ ageMinutes: 0, isLate: false });
    expect(jobs.size).toBe((await readJobs(sql)).length);
  });

  it.each([
    ["no token", () => undefined, 401, "unauthenticated"],
    ["a guess", () => `${facts.healthToken.slice(0, -1)}!`, 401, "invalid_token"],
    ["a part of the token", () => facts.healthToken.slice(0, -1), 401, "invalid_token"],
    ["the publishable key", () => facts.publishableKey, 401, "unauthenticated"],
    [
      "a volunteer",
      async () => (await signIn(logins.volunteer.email, logins.volunteer.password)).token,
      403,
      "forbidden",
    ],
  ])("refuses %s", async (_, getToken, status, code) => {
    const response = await request("GET", DEPLOYMENT_PATH, { token: await getToken() });
    expect([response.status, response.json]).toEqual([
      status,
      { message: expect.any(String), code, requestId: expect.any(String) },
    ]);
  });

  it("accepts HEALTH_TOKEN, which doesn't give access to other endpoints", async () => {
    for (const path of ["/api/settings", "/api/donations", "/api/system-status"]) {
      const { status } = await request("GET", path, { token: facts.healthToken });
      expect([path, status]).toEqual([path, 403]);
    }
    const [tokenResponse, anonymousResponse] = await Promise.all(
      [facts.healthToken, undefined].map((token) =>
        request("GET", "/api/recent-donations", { token }),
      ),
    );
    expect(tokenResponse?.json).toEqual(anonymousResponse?.json);
  });
});
