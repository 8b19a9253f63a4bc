import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { service } from "../../functions/_shared/caller.ts";
import { connectDatabase, type Sql } from "../../functions/_shared/clients/database.ts";
import { createMailApiTransport } from "../../functions/_shared/clients/mail/mail-api.ts";
import { MailUnavailableError } from "../../functions/_shared/clients/mail/transport.ts";
import { readMailPause } from "../../functions/_shared/queries/mail-pause.ts";
import { sendDueEmails } from "../../functions/send-emails/deliver.ts";
import { claimEmails, finishEmail } from "../../functions/send-emails/queries.ts";
import { getFailureResult } from "../../functions/send-emails/retries.ts";
import { ResendDouble } from "../mail/resend-double.ts";
import { withRollbackIn } from "../rolled-back.ts";
import { readStackFacts } from "../stack-facts.ts";

const EMAIL_ADDRESS = "limited@example.org";
const HOUR_MS = 3_600_000;

const database = connectDatabase(readStackFacts().databaseUrl, 1);
afterAll(() => database.close());
beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => undefined));

/** Runs `work` with a mailer and a provider whose clocks the test moves, in a transaction that is rolled back. */
async function withMailer(
  dailyQuota: number,
  work: (mailer: ReturnType<typeof createTestMailer>) => Promise<void>,
): Promise<void> {
  const provider = new ResendDouble(dailyQuota);
  const url = await provider.listen();
  try {
    await withRollbackIn<Sql, void>(
      (run) => database.as(service, run),
      async (sql) => {
        await sql`
          update public.email_outbox set status = 'canceled' where status in ('queued', 'sending')`;
        await sql`update public.email_outbox set sent_at = sent_at - interval '30 days'`;
        await work(createTestMailer(sql, provider, url));
      },
    );
  } finally {
    provider.close();
  }
}

function createTestMailer(sql: Sql, provider: ResendDouble, url: string) {
  const services = {
    database: { ...database, as: <T>(_: unknown, run: (sql: Sql) => Promise<T>) => run(sql) },
    environment: {
      SITE_URL: "https://www.example.org",
      HASH_SECRET: ["h".repeat(32)],
    } as unknown as Parameters<typeof sendDueEmails>[0]["environment"],
  };
  const send = createMailApiTransport({ MAIL_API_URL: url, MAIL_API_KEY: "re_1" });
  return {
    sql,
    provider,
    run: () => sendDueEmails(services, send),
    /** Like `run`, but sends large batches and renders nothing, which is faster. */
    runFast: async () => {
      for (;;) {
        const batch = await claimEmails(sql, 100);
        if (batch.length === 0) return;
        await Promise.all(
          batch.map((mail) => {
            const error = new MailUnavailableError("over quota", { reason: "limit" });
            const result = provider.accept(`${mail.id}.0`)
              ? ({ status: "sent", subject: "Hello" } as const)
              : getFailureResult(error, mail);
            return finishEmail(sql, mail, result);
          }),
        );
      }
    },
    setLimit: (limit: number | null) => sql`update public.settings set emails_per_day = ${limit}`,
    queueStatements: (count: number) => sql`
      insert into public.email_outbox (template_name, to_email, to_name, data)
      select 'Annual Statement', ${EMAIL_ADDRESS}, 'Ada Lovelace', jsonb_build_object(
        'name', 'Ada', 'year', 2025, 'giftLinkId', private.create_donor_link(${EMAIL_ADDRESS}, interval '7 days')
      )
      from generate_series(1, ${count})`,
    queue: (templateName: string, count = 1) => sql`
      insert into public.email_outbox (template_name, to_email, to_name, data)
      select ${templateName}, ${EMAIL_ADDRESS}, 'Ada Lovelace', '{
        "name": "Ada", "donationAmount": 25, "donationDate": "2026-11-21", "receiptNumber": "R-2026-000123"
      }' from generate_series(1, ${count})`,
    /** Moves all times that matter back, so that these hours seem to have passed. */
    moveClock: async (hours: number) => {
      provider.now += hours * HOUR_MS;
      const step = `${Math.round(hours * 3600)} seconds`;
      await sql`
        update public.email_outbox set sent_at = sent_at - ${step}::interval
        where sent_at > now() - interval '25 hours'`;
      await sql`
        update public.email_outbox set next_attempt_at = next_attempt_at - ${step}::interval
        where status = 'queued' and next_attempt_at > now()`;
      await sql`
        update public.mail_transport
        set paused_at = paused_at - ${step}::interval, paused_until = paused_until - ${step}::interval`;
    },
    count: async (condition = sql`true`) => {
      const [row] = await sql<[{ count: number }]>`
        select count(*)::integer as count from public.email_outbox
        where to_email = ${EMAIL_ADDRESS} and ${condition}`;
      return row.count;
    },
    readPause: () => readMailPause(sql),
  };
}

describe("threat 31: more emails than the provider takes in a day", () => {
  test("1,000 statements at 100 a day leave in 13 days: none fails or leaves twice, receipts leave the same day, and no recovery email is refused", async () => {
    await withMailer(100, async ({ sql, provider, ...mailer }) => {
      await mailer.setLimit(100);
      await mailer.queueStatements(1000);
      for (let day = 1; day <= 13; day += 1) {
        await mailer.runFast();
        await mailer.moveClock(12);
        for (const number of [1, 2, 3, 4, 5]) provider.accept(`recovery.${day}.${number}`);
        await mailer.queue("Donation Confirmation", 3);
        await mailer.runFast();
        const receipts = sql`template_name = 'Donation Confirmation' and status <> 'sent'`;
        expect(await mailer.count(receipts), `receipts that wait on day ${day}`).toBe(0);
        await mailer.moveClock(12);
      }
      expect(await mailer.count(sql`status = 'sent'`)).toBe(1039);
      expect(await mailer.count(sql`attempts <> 1`)).toBe(0);
      expect(provider.refusedCount).toBe(0);
      const keys = provider.delivered.map(({ key }) => key);
      expect(keys).toHaveLength(1039 + 13 * 5);
      expect(new Set(keys).size).toBe(keys.length);
    });
  });

  test("emails also wait if nobody has entered the limit: the provider's refusals use up no attempts", async () => {
    await withMailer(8, async ({ sql, provider, ...mailer }) => {
      await mailer.setLimit(null);
      await mailer.queueStatements(20);
      for (let hour = 0; hour <= 72; hour += 4) {
        await mailer.run();
        await mailer.moveClock(4);
      }
      expect(await mailer.count(sql`status = 'sent' and attempts = 1`)).toBe(20);
      const keys = provider.delivered.map(({ key }) => key);
      expect(keys).toHaveLength(20);
      expect(new Set(keys).size).toBe(20);
      expect(provider.refusedCount).toBeGreaterThan(0);
    });
  });

  test("links and reminders leave first, then receipts, and mass emails last, which leave 20% of the limit", async () => {
    await withMailer(10, async ({ sql, ...mailer }) => {
      await mailer.setLimit(10);
      await mailer.queueStatements(10);
      await mailer.queue("Donation Confirmation", 6);
      await mailer.queue("Volunteer Application Approved", 4);
      await mailer.run();
      const sent = await sql<{ templateName: string; count: number }[]>`
        select template_name, count(*)::integer as count from public.email_outbox
        where status = 'sent' and to_email = ${EMAIL_ADDRESS} group by template_name order by template_name`;
      // 5% of 10 is less than an email, but one is still kept for recovery emails.
      expect(sent.map(({ templateName, count }) => [templateName, count])).toEqual([
        ["Donation Confirmation", 5],
        ["Volunteer Application Approved", 4],
      ]);
      expect(await mailer.readPause()).toMatchObject({
        reason: "daily_limit",
        concernsMassOnly: false,
        dailyLimit: 10,
      });
      await mailer.moveClock(24);
      await mailer.run();
      expect(await mailer.count(sql`template_name = 'Annual Statement' and status = 'sent'`)).toBe(
        7,
      );
      expect(
        await mailer.count(sql`template_name = 'Donation Confirmation' and status = 'sent'`),
      ).toBe(6);
      const pause = await mailer.readPause();
      expect(pause).toMatchObject({ reason: "daily_limit", concernsMassOnly: true });
      const waitHours = (Date.parse(pause!.until) - Date.now()) / HOUR_MS;
      expect(waitHours).toBeGreaterThan(23.9);
      expect(waitHours).toBeLessThan(24.1);
    });
  });

  test("a paused transport is tried with one email, longer each time, as soon as the provider says or the limit is saved", async () => {
    await withMailer(0, async ({ sql, provider, ...mailer }) => {
      await mailer.setLimit(null);
      await mailer.queue("Application Received", 12);
      const readWaitMinutes = async () => {
        const [row] = await sql<[{ minutes: number }]>`
          select round(extract(epoch from paused_until - now()) / 60)::integer as minutes from public.mail_transport`;
        return row.minutes;
      };
      await mailer.run();
      expect(provider.refusedCount).toBe(4);
      const waits = [await readWaitMinutes()];
      for (let probe = 1; probe <= 8; probe += 1) {
        await mailer.run();
        await mailer.moveClock(waits.at(-1)! / 60);
        await mailer.run();
        expect(provider.refusedCount).toBe(4 + probe);
        waits.push(await readWaitMinutes());
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
      // Each email was tried once before any was tried again.
      expect(await mailer.count(sql`refused_at is not null`)).toBe(12);
      expect(await mailer.count(sql`attempts = 0 and status = 'queued'`)).toBe(12);
      await sql`select private.pause_mail('limit', 7200)`;
      expect(await readWaitMinutes()).toBe(120);
      await sql`select private.pause_mail('limit', 99999999)`;
      expect(await readWaitMinutes()).toBe(1440);
      await mailer.setLimit(100);
      expect(await readWaitMinutes()).toBe(0);
      await mailer.run();
      expect(provider.refusedCount).toBe(13);
    });
  });
});
