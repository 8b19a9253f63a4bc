import { connectDatabase } from "../../functions/_shared/clients/database.ts";
import type { OutgoingMail, SendMail } from "../../functions/_shared/clients/mail/transport.ts";
import { sendDueEmails } from "../../functions/send-emails/deliver.ts";
import { facts, sql } from "./stack.ts";

/** Creates a mailer for one test file, which sends the emails that are due. Close its database afterward. */
export function connectMailer(emailAddress: string) {
  const database = connectDatabase(facts.databaseUrl, 6);
  const environment = {
    SITE_URL: "https://www.example.org",
    HASH_SECRET: ["h".repeat(32)],
    MAIL_TRANSPORT: "log",
  } as unknown as Parameters<typeof sendDueEmails>[0]["environment"];

  const sendEmails = (send: SendMail | undefined) => sendDueEmails({ database, environment }, send);

  /** Runs the mailer with the given outcome and returns its counts and the emails that it tried to send. */
  async function runMailer(outcome: (mail: OutgoingMail) => void = () => undefined) {
    const attemptedEmails: OutgoingMail[] = [];
    const counts = await sendEmails((mail) => {
      attemptedEmails.push(mail);
      return Promise.resolve(outcome(mail));
    });
    return { attemptedEmails, counts };
  }

  async function queueEmails(count = 1, templateName = "Application Received", data: object = {}) {
    const rows = await sql<{ id: string }[]>`
      insert into public.email_outbox (template_name, to_email, to_name, data)
      select ${templateName}, ${emailAddress}, 'Ada Lovelace', ${sql.json(data as never)}
      from generate_series(1, ${count})
      returning id`;
    return rows.map(({ id }) => id);
  }

  return { database, environment, sendEmails, runMailer, queueEmails };
}
