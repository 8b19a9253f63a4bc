import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readJobs, runJob } from "../../local/schedule.ts";
import { type FunctionProcess, startFunction } from "../function-process.ts";
import { SmtpDouble } from "../mail/smtp-double.ts";
import { StripeDouble } from "../stripe/stripe-double.ts";
import { clearRateLimits, facts, request, signInAdmin, sql } from "./stack.ts";

let token = "";
beforeAll(async () => {
  token = (await signInAdmin()).token;
});
beforeEach(() => clearRateLimits());

const readStackStatus = async () => (await request("GET", "/api/system-status", { token })).json;

describe("ACONT-26: the system status of the local stack", () => {
  it("shows that database, storage and Auth respond and that payments and email are simulated", async () => {
    const status = await readStackStatus();
    for (const name of ["database", "storage", "auth"]) {
      expect(status[name], name).toMatchObject({
        state: "working",
        milliseconds: expect.any(Number),
      });
    }
    expect(Math.abs(Date.parse(status.database.time) - Date.now())).toBeLessThan(60_000);
    expect(Math.abs(Date.parse(status.checkedAt) - Date.now())).toBeLessThan(60_000);
    expect(status.payments).toEqual({
      state: "demo",
      milliseconds: null,
      isLive: false,
      refusedLists: [],
    });
    expect(status.mail).toMatchObject({ state: "log", milliseconds: null });
  });

  it("counts queued, held and failed emails", async () => {
    const mailCountsBefore = (await readStackStatus()).mail;
    await sql`
      insert into public.email_outbox (template_name, to_email, status, created_at)
      select 'Status', 'status@example.org', status, '2020-01-01T00:00:00Z'
      from unnest(array['queued', 'queued', 'held', 'failed', 'canceled']) as status`;
    // An email for tomorrow isn't waiting.
    await sql`
      insert into public.email_outbox (template_name, to_email, created_at, next_attempt_at)
      values ('Status', 'status@example.org', '2019-01-01T00:00:00Z', now() + interval '1 day')`;
    const { mail } = await readStackStatus();
    await sql`delete from public.email_outbox where to_email = 'status@example.org'`;
    expect(mail).toMatchObject({
      waitingCount: mailCountsBefore.waitingCount + 2,
      heldCount: mailCountsBefore.heldCount + 1,
      failedCount: mailCountsBefore.failedCount + 1,
      oldestWaitingAt: "2020-01-01T00:00:00.000Z",
    });
  });

  it("reports when each scheduled job last ran and whether it missed a run", async () => {
    await sql`delete from public.job_runs`;
    const jobs = await readJobs(sql);
    const statusBeforeRuns = await readStackStatus();
    expect(statusBeforeRuns.jobs).toEqual(
      jobs
        .map(({ name }) => ({ name, ranAt: null, state: "never" }))
        .toSorted((a, b) => a.name.localeCompare(b.name)),
    );
    expect(statusBeforeRuns.mail.senderRanAt).toBeNull();
    for (const job of jobs) await runJob(sql, facts, job);
    const statusAfterRuns = await readStackStatus();
    expect(new Set(statusAfterRuns.jobs.map(({ state }: { state: string }) => state))).toEqual(
      new Set(["on-time"]),
    );
    expect(statusAfterRuns.mail.senderRanAt).toBe(
      statusAfterRuns.jobs.find(({ name }: { name: string }) => name === "send-emails").ranAt,
    );
    await sql`update public.job_runs set ran_at = now() - interval '8 minutes'`;
    const lateJobs = (await readStackStatus()).jobs.filter(
      ({ state }: { state: string }) => state === "late",
    );
    expect(lateJobs.map(({ name }: { name: string }) => name)).toEqual([
      "call-build-hook",
      "continue-erasures",
      "send-emails",
    ]);
  });

  it("is rate limited", async () => {
    const statuses = new Set<number>();
    for (let count = 0; count < 31; count += 1) {
      statuses.add((await request("GET", "/api/system-status", { token })).status);
    }
    expect(statuses).toEqual(new Set([200, 429]));
  });
});

describe("ACONT-26: the system status with providers that are up, down or slow", () => {
  const smtpServer = new SmtpDouble();
  let mailProviderStatus: number | "nothing" = 422;
  const authorizationHeaders: (string | undefined)[] = [];
  const mailProvider = http.createServer((request, response) => {
    authorizationHeaders.push(request.headers.authorization);
    request.resume();
    if (mailProviderStatus !== "nothing")
      response
        .writeHead(mailProviderStatus)
        .end('{"name":"validation_error","message":"a provider\'s secret words"}');
  });
  let stripe: StripeDouble;
  const functions: Record<string, FunctionProcess> = {};

  beforeAll(async () => {
    stripe = await StripeDouble.start();
    const smtpPort = await smtpServer.listen();
    mailProvider.listen(0, "127.0.0.1");
    await once(mailProvider, "listening");
    const startApi = async (name: string, settings: Record<string, string>) => {
      functions[name] = await startFunction("api", settings);
    };
    const smtpSettings = {
      MAIL_TRANSPORT: "smtp",
      SMTP_HOST: "127.0.0.1",
      SMTP_PORT: String(smtpPort),
    };
    await startApi("smtp", {
      ...stripe.environment("test"),
      ...smtpSettings,
      SMTP_USER: "user",
      SMTP_PASSWORD: "pass",
    });
    await startApi("http", {
      ...stripe.environment("test"),
      STRIPE_SECRET_KEY: "sk_test_of_somebody_else",
      MAIL_TRANSPORT: "http",
      MAIL_API_KEY: "re_status",
      MAIL_API_URL: `http://127.0.0.1:${(mailProvider.address() as AddressInfo).port}`,
    });
    await startApi("nothing", { PAYMENTS_MODE: "", MAIL_TRANSPORT: "" });
  });
  afterEach(() => {
    smtpServer.behavior = {};
    stripe.faults.clear();
    mailProviderStatus = 422;
  });
  afterAll(async () => {
    await Promise.all(Object.values(functions).map((api) => api.stop()));
    smtpServer.close();
    mailProvider.closeAllConnections();
    mailProvider.close();
    await stripe.stop();
  });

  /** Reads the status, and retries while a service is slow, as can happen on a busy machine. */
  const readStatus = async (name: string) => {
    for (;;) {
      const response = await fetch(`${functions[name]!.url}/system-status`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      const text = await response.text();
      expect(response.status, text).toBe(200);
      expect(text).not.toContain("secret words");
      const status = JSON.parse(text);
      const states = [status.database, status.payments, status.mail].map(({ state }) => state);
      if (!states.includes("slow")) return status;
    }
  };

  it("checks Stripe and the mail server with the configured keys without sending an email", async () => {
    const { payments, mail } = await readStatus("smtp");
    expect(payments).toMatchObject({ state: "working", isLive: false });
    expect(mail).toMatchObject({ state: "working" });
    expect([...new Set(smtpServer.logins)]).toEqual(["user:pass"]);
    expect(smtpServer.receivedEmails).toEqual([]);
    expect(stripe.seen.map(({ method }) => method)).toContain("GET");
  });

  it.each([
    ["AUTH", "535 5.7.8 a provider's secret words", "refused"],
    ["connect", "421 a provider's secret words", "failing"],
    ["connect", "drop", "failing"],
    ["EHLO", "silent", "failing"],
  ] as const)(
    "reports a mail server that replies to %s with %s as %s, and still reports all other checks",
    async (step, reply, state) => {
      smtpServer.behavior = { [step]: reply };
      const { mail, payments, database } = await readStatus("smtp");
      expect(mail.state).toBe(state);
      expect(mail.milliseconds).toBeLessThan(6000);
      expect([payments.state, database.state]).toEqual(["working", "working"]);
    },
  );

  it.each(["error", "reset", "silent"] as const)(
    "reports payments as failing when Stripe's API fails (%s)",
    async (kind) => {
      stripe.fail({ kind, at: "GET /v1/payment_intents", times: 5 });
      const { payments, mail } = await readStatus("smtp");
      expect(payments.state).toBe("failing");
      expect(payments.milliseconds).toBeLessThan(6000);
      expect(mail.state).toBe("working");
    },
  );

  it("threat 72: names the payments if the key may read them but not write", async () => {
    stripe.fail({ kind: "refused", at: "POST /v1/payment_intents" });
    expect((await readStatus("smtp")).payments).toMatchObject({
      state: "refused",
      refusedLists: ["Payment Intents (write)"],
    });
  });

  it("ACONT-26: checks once each list that reconciliation reads and names those that the key can't read", async () => {
    await readStatus("smtp");
    const requests = stripe.seen.slice(-7);
    expect(requests.map(({ path }) => path).toSorted()).toEqual([
      "/v1/disputes",
      "/v1/invoices",
      "/v1/payment_intents",
      "/v1/payment_intents/pi_systemstatus/cancel",
      "/v1/radar/early_fraud_warnings",
      "/v1/refunds",
      "/v1/subscriptions",
    ]);
    for (const { method, body } of requests) {
      if (method === "GET") expect(body).toContain("limit=1");
    }
    stripe.fail({ kind: "refused", at: "GET /v1/radar", times: 5 });
    expect((await readStatus("smtp")).payments).toMatchObject({
      state: "refused",
      refusedLists: ["Early fraud warnings"],
    });
  });

  it.each([
    [422, "working"],
    [401, "refused"],
    [503, "failing"],
    ["nothing", "failing"],
  ] as const)("reports an email provider that returns %s as %s", async (status, state) => {
    mailProviderStatus = status;
    const { mail } = await readStatus("http");
    expect(mail.state).toBe(state);
    expect(authorizationHeaders.at(-1)).toBe("Bearer re_status");
  });

  it("reports payments as refused when Stripe doesn't recognize the key", async () => {
    expect((await readStatus("http")).payments.state).toBe("refused");
  });

  it("reports payments and email as off when they aren't configured", async () => {
    const { payments, mail } = await readStatus("nothing");
    expect([payments.state, mail.state]).toEqual(["off", "off"]);
  });
});
