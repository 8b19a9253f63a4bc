import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import type { OutgoingMail } from "../../functions/_shared/clients/mail/transport.ts";
import { sendDueEmails } from "../../functions/send-emails/deliver.ts";
import { uniqueWord } from "../unique-word.ts";
import { connectMailer } from "./mailer.ts";
import { postponeEmails, resumeMail, sql } from "./stack.ts";

const ADDRESS = `${uniqueWord()}@stranger.example.org`;
const { database, environment } = connectMailer(ADDRESS);

beforeEach(() => postponeEmails());
afterEach(async () => {
  await resumeMail();
  await sql`delete from public.email_outbox where to_email = ${ADDRESS}`;
  await sql`delete from public.donations where email = ${ADDRESS}`;
});
afterAll(() => database.close());

it.each([
  ["smtp", [], "canceled"],
  ["http", [], "canceled"],
  ["log", [ADDRESS], "sent"],
] as const)(
  "threat 63: a receipt for a demo donation in someone's name, with %s, reaches %j",
  async (transport, recipients, status) => {
    const [donation] = await sql<[{ id: string }]>`
      insert into public.donations (first_name, last_name, email, amount, is_demo, status, completed_at)
      values ('Ann', 'Lee', ${ADDRESS}, 50, true, 'completed', now()) returning id`;
    await sql`select private.queue_receipt(${donation.id})`;
    const sentEmails: OutgoingMail[] = [];
    const services = { database, environment: { ...environment, MAIL_TRANSPORT: transport } } as {
      database: typeof database;
      environment: typeof environment;
    };
    await sendDueEmails(services, (mail) => {
      sentEmails.push(mail);
      return Promise.resolve();
    });
    expect(sentEmails.map(({ to }) => to.address)).toEqual(recipients);
    const [mail] = await sql`select status from public.email_outbox where to_email = ${ADDRESS}`;
    expect(mail).toEqual({ status });
  },
);
