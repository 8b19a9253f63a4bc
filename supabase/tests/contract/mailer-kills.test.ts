/** @module-tag nightly */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectDatabase } from "../../functions/_shared/clients/database.ts";
import { createSmtpTransport } from "../../functions/_shared/clients/mail/smtp.ts";
import { sendDueEmails } from "../../functions/send-emails/deliver.ts";
import { startMailer } from "../mail/mailer.ts";
import { SmtpDouble } from "../mail/smtp-double.ts";
import { facts, sql, postponeEmails } from "./stack.ts";

const EMAIL_ADDRESS = "killed@example.org";
const EMAIL_COUNT = 14;
/** The number of emails sent at the same time. After a kill, nobody knows whether these arrived. */
const CONCURRENT_COUNT = 4;

const smtpServer = new SmtpDouble();
const database = connectDatabase(facts.databaseUrl);
let port = 0;
beforeAll(async () => {
  port = await smtpServer.listen();
  await postponeEmails();
});
afterAll(async () => {
  smtpServer.close();
  await database.close();
});

/** Kills the mailer while it sends the email with this number, which the server has either accepted or lost. */
async function killMailerAt(
  emailNumber: number,
  isAccepted: boolean,
  mailer: ChildProcess,
): Promise<void> {
  let arrivedCount = 0;
  const exitPromise = once(mailer, "exit");
  smtpServer.accepts = () => {
    arrivedCount += 1;
    if (arrivedCount < emailNumber) return true;
    if (arrivedCount === emailNumber) mailer.kill("SIGKILL");
    return isAccepted && arrivedCount === emailNumber;
  };
  await exitPromise;
  smtpServer.accepts = () => true;
}

const killPoints = [1, 2, 5, 9, EMAIL_COUNT].flatMap((emailNumber) => [
  { emailNumber, isAccepted: true, outcome: "was accepted by the server" },
  { emailNumber, isAccepted: false, outcome: "was lost on the way" },
]);

it.each(killPoints)(
  "threat 31: a mailer killed as email $emailNumber $outcome loses no email and sends none more than twice",
  async ({ emailNumber, isAccepted }) => {
    smtpServer.receivedEmails.length = 0;
    const rows = await sql<{ id: string }[]>`
      insert into public.email_outbox (template_name, to_email, to_name)
      select 'Application Received', ${EMAIL_ADDRESS}, 'Ada' from generate_series(1, ${EMAIL_COUNT}) returning id`;
    const mailer = await startMailer({
      MAIL_TRANSPORT: "smtp",
      SMTP_HOST: "127.0.0.1",
      SMTP_PORT: String(port),
    });
    await Promise.all([killMailerAt(emailNumber, isAccepted, mailer.process), mailer.run()]);
    const [unsentEmails] = await sql<[{ count: number }]>`
      select count(*)::int from public.email_outbox where to_email = ${EMAIL_ADDRESS} and status <> 'sent'`;
    expect(unsentEmails.count).toBeGreaterThan(0);

    // Five minutes later, another run sends what the first one didn't.
    await sql`update public.email_outbox set next_attempt_at = now() where to_email = ${EMAIL_ADDRESS}`;
    const send = createSmtpTransport({
      SMTP_HOST: "127.0.0.1",
      SMTP_PORT: port,
      SITE_URL: facts.webUrl,
    });
    const services = { database, environment: { SITE_URL: facts.webUrl } as never };
    expect(await sendDueEmails(services, send)).toMatchObject({
      sent: unsentEmails.count,
      delayed: 0,
    });

    const copyCounts = new Map<string, number>();
    for (const { headers } of smtpServer.receivedEmails) {
      const [messageId = ""] = headers.get("message-id") ?? [];
      copyCounts.set(messageId, (copyCounts.get(messageId) ?? 0) + 1);
    }
    expect([...copyCounts.keys()].toSorted()).toEqual(
      rows.map(({ id }) => `<${id}.0@example.org>`).toSorted(),
    );
    expect(Math.max(...copyCounts.values())).toBeLessThanOrEqual(2);
    expect(smtpServer.receivedEmails.length - EMAIL_COUNT).toBeLessThanOrEqual(CONCURRENT_COUNT);
    if (isAccepted) expect(smtpServer.receivedEmails.length).toBeGreaterThan(EMAIL_COUNT);
    await sql`delete from public.email_outbox where to_email = ${EMAIL_ADDRESS}`;
  },
);
