import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FunctionProcess, startFunction } from "../function-process.ts";
import { SmtpDouble } from "../mail/smtp-double.ts";
import { NIGHTLY } from "../results.ts";
import { uniqueWord } from "../unique-word.ts";
import {
  countOwners,
  letMinutesPass,
  MAIL_DOMAIN,
  readAlertSubjects,
  readAnnouncedProblems,
  requestHealth,
  readSystemStatus,
  resetHealthState,
} from "./health-state.ts";
import { facts, signInAdmin, sql } from "./stack.ts";

const smtpServer = new SmtpDouble();
let mailer: FunctionProcess;
let api: FunctionProcess;
let token = "";

beforeAll(async () => {
  const settings = {
    MAIL_TRANSPORT: "smtp",
    SMTP_HOST: "127.0.0.1",
    SMTP_PORT: String(await smtpServer.listen()),
  };
  token = (await signInAdmin()).token;
  [api, mailer] = await Promise.all([
    startFunction("api", settings),
    startFunction("send-emails", settings),
  ]);
});
afterAll(async () => {
  await Promise.all([api.stop(), mailer.stop()]);
  smtpServer.close();
});

const reset = async () => {
  smtpServer.behavior = {};
  await expect.poll(() => smtpServer.openConnectionCount).toBe(0);
  smtpServer.receivedEmails.splice(0);
  await resetHealthState();
};
beforeEach(() => reset());
afterEach(() => reset());

const readHealth = () => requestHealth(api.url);

const queueEmail = async (mailbox = uniqueWord()) => {
  await sql`
    insert into public.email_outbox (template_name, to_email, to_name)
    values ('Application Received', ${`${mailbox}@${MAIL_DOMAIN}`}, 'Ada Lovelace')`;
};
const runMailer = async () => {
  const response = await fetch(`${mailer.url}/send-emails`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${facts.secretKey}` },
    body: "{}",
  });
  expect(response.status).toBe(200);
};

/** Runs the mailer at these times, in minutes. Returns the time at which the site's health is red. */
async function passTimeWithMailer(times: readonly number[]) {
  for (const [index, time] of times.entries()) {
    await letMinutesPass(time - (times[index - 1] ?? 0));
    await runMailer();
    if ((await readHealth()).problems.includes("emails")) return time;
  }
  return undefined;
}

/** Takes over an email as a worker does that dies before it records the outcome. */
const letWorkerDie = () => sql`select private.take_emails(4, '{}', '{}')`;

const DEAD_SERVERS = [
  { fault: "refuses connections", behavior: { connect: "drop" }, tags: [NIGHTLY] },
  {
    fault: "says that it is closing",
    behavior: { connect: "421 4.3.2 shutting down" },
    tags: [NIGHTLY],
  },
  {
    fault: "rejects our sender",
    behavior: { MAIL: "535 5.7.8 sender not allowed" },
    tags: [NIGHTLY],
  },
  {
    fault: "takes the text and never confirms it",
    behavior: { content: "drop" },
    tags: [NIGHTLY],
  },
  { fault: "puts off every recipient", behavior: { RCPT: "451 4.2.0 try again later" }, tags: [] },
  {
    fault: "rejects every recipient",
    behavior: { RCPT: "550 5.1.0 rejected" },
    tags: [NIGHTLY],
  },
];

describe("threat 72: a mail server that is dead", () => {
  for (const { fault, behavior, tags } of DEAD_SERVERS) {
    it(
      `is red within 15 minutes if it ${fault}, and owners are told once emails can leave`,
      { tags },
      async () => {
        for (let count = 0; count < 3; count += 1) await queueEmail();
        smtpServer.behavior = behavior;
        expect(await passTimeWithMailer([0, 1, 3, 6, 10, 16])).toBeGreaterThan(3);
        expect((await readSystemStatus(api.url, token)).problems.map(({ kind }) => kind)).toEqual([
          "emails",
        ]);
        // The alert can't leave, either.
        const owners = await countOwners();
        const connectionCount = smtpServer.connectionCount + owners;
        await letMinutesPass(11);
        await readHealth();
        await expect.poll(() => smtpServer.connectionCount).toBeGreaterThanOrEqual(connectionCount);
        await expect.poll(() => smtpServer.openConnectionCount).toBe(0);
        expect(await readAnnouncedProblems()).toEqual([]);

        smtpServer.behavior = {};
        smtpServer.receivedEmails.splice(0);
        await letMinutesPass(16);
        await queueEmail();
        await runMailer();
        await expect
          .poll(async () => {
            await letMinutesPass(11);
            await runMailer();
            await readHealth();
            return readAlertSubjects(smtpServer);
          })
          .toEqual(Array.from({ length: owners }, () => "Your site is working again"));
        expect(await readHealth()).toEqual({ status: 200, problems: [] });
      },
    );
  }

  it("isn't reported for one or two mailboxes that are full, nor while others get their emails", async () => {
    await queueEmail("full");
    await queueEmail("gone");
    smtpServer.behavior = { RCPT: "452 4.2.2 mailbox full" };
    await runMailer();
    await letMinutesPass(16);
    await runMailer();
    expect(await readHealth()).toEqual({ status: 200, problems: [] });

    await queueEmail();
    await queueEmail();
    await runMailer();
    smtpServer.behavior = {};
    await queueEmail();
    await runMailer();
    await letMinutesPass(3);
    smtpServer.behavior = { RCPT: "452 4.2.2 mailbox full" };
    await runMailer();
    await letMinutesPass(16);
    expect(await readHealth()).toEqual({ status: 200, problems: [] });
  });

  it("is red if the worker dies during each email, or if no one tries to send", async () => {
    await queueEmail();
    for (let attempt = 0; attempt < 4; attempt += 1) {
      expect((await readHealth()).status).toBe(200);
      await letWorkerDie();
      await letMinutesPass(6);
    }
    await letWorkerDie();
    expect((await readHealth()).problems).toEqual(["emails"]);
    await reset();

    await queueEmail();
    await letMinutesPass(14);
    expect((await readHealth()).status).toBe(200);
    await letMinutesPass(2);
    expect((await readHealth()).problems).toEqual(["emails"]);
    await runMailer();
    expect((await readHealth()).status).toBe(200);
  });
});

describe("threat 72: the alerts", () => {
  const alertKeys = () =>
    smtpServer.receivedEmails.map(({ headers }) => headers.get("message-id")?.[0]);
  const breakJobs = () =>
    sql`update public.job_runs set ran_at = now() - interval '1 hour' where name = 'send-emails'`;
  const repairJobs = () => sql`update public.job_runs set ran_at = now()`;

  it("have keys of their own, so that a provider doesn't take the next alert for the last one", async () => {
    await breakJobs();
    await readHealth();
    await expect.poll(readAnnouncedProblems).toEqual(["jobs"]);
    await repairJobs();
    await letMinutesPass(11);
    await readHealth();
    await expect.poll(readAnnouncedProblems).toEqual([]);
    await breakJobs();
    await letMinutesPass(11);
    await readHealth();
    await expect.poll(readAnnouncedProblems).toEqual(["jobs"]);
    const keys = alertKeys();
    expect(keys.length).toBeGreaterThanOrEqual(3 * (await countOwners()));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("reach each owner once although one owner's mailbox is dead", async () => {
    const [owner] = await sql<{ id: string }[]>`
      select id from private.owner_addresses() order by email limit 1`;
    const [address] = await sql<
      { email: string }[]
    >`select email from auth.users where id = ${owner!.id}`;
    const id = await addOwner();
    try {
      smtpServer.missingMailboxes.add(address!.email);
      await breakJobs();
      await readHealth();
      await expect.poll(readAnnouncedProblems).toEqual(["jobs"]);
      const count = smtpServer.receivedEmails.length;
      expect(count).toBe((await countOwners()) - 1);
      await letMinutesPass(11);
      await readHealth();
      await letMinutesPass(11);
      await readHealth();
      expect(smtpServer.receivedEmails).toHaveLength(count);
    } finally {
      smtpServer.missingMailboxes.clear();
      await sql`delete from auth.users where id = ${id}`;
    }
  });

  async function addOwner() {
    const [row] = await sql<[{ id: string }]>`
      insert into auth.users (id, email) values (gen_random_uuid(), ${`owner.${uniqueWord()}@example.org`})
      returning id`;
    await sql`
      insert into public.users (id, username, user_type) values (${row.id}, ${uniqueWord()}, 'admin')`;
    return row.id;
  }
});
