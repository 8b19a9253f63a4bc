import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectDatabase } from "../../functions/_shared/clients/database.ts";
import { smtpTransport } from "../../functions/_shared/clients/mail/smtp.ts";
import { sendDueEmails } from "../../functions/send-emails/deliver.ts";
import { startMailer } from "../mail/mailer.ts";
import { SmtpDouble } from "../mail/smtp-double.ts";
import { facts, sql } from "./stack.ts";

const ADDRESS = "killed@example.org";
const EMAIL_COUNT = 14;
/** The number of emails in flight at once, whose delivery is unknown after a kill. */
const CONCURRENT_COUNT = 4;

const server = new SmtpDouble();
const database = connectDatabase(facts.databaseUrl);
let port = 0;
beforeAll(async () => {
  port = await server.listen();
  await sql`
    update public.email_outbox set next_attempt_at = now() + interval '1 day'
    where status in ('queued', 'sending')`;
});
afterAll(async () => {
  server.close();
  await database.close();
});

/** Kills the mailer while it sends the email with this number, which the server has either accepted or lost. */
async function killAt(number: number, isTaken: boolean, mailer: ChildProcess): Promise<void> {
  let arrivedCount = 0;
  const exited = once(mailer, "exit");
  server.takes = () => {
    arrivedCount += 1;
    if (arrivedCount < number) return true;
    if (arrivedCount === number) mailer.kill("SIGKILL");
    return isTaken && arrivedCount === number;
  };
  await exited;
  server.takes = () => true;
}

const killPoints = [1, 2, 5, 9, EMAIL_COUNT].flatMap((number) => [
  { number, isTaken: true, end: "was accepted by the server" },
  { number, isTaken: false, end: "was lost on the way" },
]);

it.each(killPoints)(
  "threat 31: a mailer killed as email $number $end loses no email and sends none more than twice",
  async ({ number, isTaken }) => {
    server.received.length = 0;
    const rows = await sql<{ id: string }[]>`
      insert into public.email_outbox (template_name, to_email, to_name)
      select 'Application Received', ${ADDRESS}, 'Ada' from generate_series(1, ${EMAIL_COUNT}) returning id`;
    const mailer = await startMailer({
      MAIL_TRANSPORT: "smtp",
      SMTP_HOST: "127.0.0.1",
      SMTP_PORT: String(port),
    });
    await Promise.all([killAt(number, isTaken, mailer.process), mailer.run()]);
    const [unsent] = await sql<[{ count: number }]>`
      select count(*)::int from public.email_outbox where to_email = ${ADDRESS} and status <> 'sent'`;
    expect(unsent.count).toBeGreaterThan(0);

    // Five minutes later, another run sends what the first one didn't.
    await sql`update public.email_outbox set next_attempt_at = now() where to_email = ${ADDRESS}`;
    const send = smtpTransport({
      SMTP_HOST: "127.0.0.1",
      SMTP_PORT: port,
      SITE_URL: facts.webUrl,
    });
    const services = { database, environment: { SITE_URL: facts.webUrl } as never };
    expect(await sendDueEmails(services, send)).toMatchObject({ sent: unsent.count, delayed: 0 });

    const copies = new Map<string, number>();
    for (const { headers } of server.received) {
      const [name = ""] = headers.get("message-id") ?? [];
      copies.set(name, (copies.get(name) ?? 0) + 1);
    }
    expect([...copies.keys()].toSorted()).toEqual(
      rows.map(({ id }) => `<${id}.0@example.org>`).toSorted(),
    );
    expect(Math.max(...copies.values())).toBeLessThanOrEqual(2);
    expect(server.received.length - EMAIL_COUNT).toBeLessThanOrEqual(CONCURRENT_COUNT);
    if (isTaken) expect(server.received.length).toBeGreaterThan(EMAIL_COUNT);
    await sql`delete from public.email_outbox where to_email = ${ADDRESS}`;
  },
);
