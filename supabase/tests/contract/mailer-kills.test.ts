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
const MAILS = 14;
/** The number of emails in flight at once, whose delivery is unknown after a kill. */
const AT_ONCE = 4;

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

/** Kills the mailer while it sends that email, which the server has either accepted or lost. */
async function killAt(number: number, isTaken: boolean, mailer: ChildProcess): Promise<void> {
  let arrived = 0;
  const died = once(mailer, "exit");
  server.takes = () => {
    arrived += 1;
    if (arrived < number) return true;
    if (arrived === number) mailer.kill("SIGKILL");
    return isTaken && arrived === number;
  };
  await died;
  server.takes = () => true;
}

const points = [1, 2, 5, 9, MAILS].flatMap((number) => [
  { number, isTaken: true, end: "was accepted by the server" },
  { number, isTaken: false, end: "was lost on the way" },
]);

it.each(points)(
  "threat 31: a mailer killed as email $number $end loses none and sends none more than twice",
  async ({ number, isTaken }) => {
    server.received.length = 0;
    const rows = await sql<{ id: string }[]>`
      insert into public.email_outbox (template_name, to_email, to_name)
      select 'Application Received', ${ADDRESS}, 'Ada' from generate_series(1, ${MAILS}) returning id`;
    const mailer = await startMailer({
      MAIL_TRANSPORT: "smtp",
      SMTP_HOST: "127.0.0.1",
      SMTP_PORT: String(port),
    });
    await Promise.all([killAt(number, isTaken, mailer.process), mailer.run()]);
    const [left] = await sql<[{ count: number }]>`
      select count(*)::int from public.email_outbox where to_email = ${ADDRESS} and status <> 'sent'`;
    expect(left.count).toBeGreaterThan(0);

    // Five minutes later, another run sends what the first one didn't.
    await sql`update public.email_outbox set next_attempt_at = now() where to_email = ${ADDRESS}`;
    const send = smtpTransport({
      SMTP_HOST: "127.0.0.1",
      SMTP_PORT: port,
      SITE_URL: facts.webUrl,
    });
    const services = { database, environment: { SITE_URL: facts.webUrl } as never };
    expect(await sendDueEmails(services, send)).toMatchObject({ sent: left.count, delayed: 0 });

    const copies = new Map<string, number>();
    for (const { headers } of server.received) {
      const [name = ""] = headers.get("message-id") ?? [];
      copies.set(name, (copies.get(name) ?? 0) + 1);
    }
    expect([...copies.keys()].toSorted()).toEqual(
      rows.map(({ id }) => `<${id}.0@example.org>`).toSorted(),
    );
    expect(Math.max(...copies.values())).toBeLessThanOrEqual(2);
    expect(server.received.length - MAILS).toBeLessThanOrEqual(AT_ONCE);
    if (isTaken) expect(server.received.length).toBeGreaterThan(MAILS);
    await sql`delete from public.email_outbox where to_email = ${ADDRESS}`;
  },
);
