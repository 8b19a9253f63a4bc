import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectDatabase } from "../../functions/_shared/clients/database.ts";
import {
  MailRefused,
  MailUnavailable,
  type OutgoingMail,
  type SendMail,
} from "../../functions/_shared/clients/mail/transport.ts";
import { sendDueEmails } from "../../functions/send-emails/deliver.ts";
import { facts, request, signInAdmin, sql } from "./stack.ts";

const ADDRESS = "mailed@example.org";
const TEMPLATE = "Mail Test";
const database = connectDatabase(facts.databaseUrl, 6);
const environment = {
  SITE_URL: "https://www.example.org",
  HASH_SECRET: "h".repeat(32),
} as Parameters<typeof sendDueEmails>[0]["environment"];

const deliver = (send: SendMail | undefined) => sendDueEmails({ database, environment }, send);
/** Runs the mailer with the given outcome and returns the emails that it tried to send. */
async function run(outcome: (mail: OutgoingMail) => void = () => undefined) {
  const sentMails: OutgoingMail[] = [];
  const counts = await deliver((mail) => {
    sentMails.push(mail);
    return Promise.resolve(outcome(mail));
  });
  return { sentMails, counts };
}

async function queueEmails(count = 1, templateName = "Application Received", data: object = {}) {
  const rows = await sql<{ id: string }[]>`
    insert into public.email_outbox (template_name, to_email, to_name, data)
    select ${templateName}, ${ADDRESS}, 'Ada Lovelace', ${sql.json(data as never)}
    from generate_series(1, ${count})
    returning id`;
  return rows.map(({ id }) => id);
}
const statesOf = (ids: readonly string[]) =>
  sql<{ status: string; attempts: number; last_error: string | null; wait: number }[]>`
    select status, attempts, last_error,
      round(extract(epoch from next_attempt_at - now()))::int as wait
    from public.email_outbox where id = any(${ids as string[]})`;
const makeDue = () =>
  sql`update public.email_outbox set next_attempt_at = now() where to_email = ${ADDRESS}`;
const saveTemplate = (subject: string, html: string, isActive = true) => sql`
  insert into public.email_templates (name, subject, html_content, is_active)
  values (${TEMPLATE}, ${subject}, ${html}, ${isActive})
  on conflict (name) do update set subject = ${subject}, html_content = ${html}, is_active = ${isActive}`;

// Postpones other tests' emails until this file is done.
beforeEach(
  () => sql`
    update public.email_outbox set next_attempt_at = now() + interval '1 day'
    where status in ('queued', 'sending')`,
);
afterEach(async () => {
  await sql`delete from public.email_outbox where to_email = ${ADDRESS}`;
  await sql`delete from public.email_templates where name = ${TEMPLATE}`;
});
afterAll(() => database.close());

describe("the function send-emails", () => {
  const call = (key: string) =>
    request("POST", "/send-emails/send-emails", { body: {}, token: key });

  it("sends due emails; locally each is a file next to the data", async () => {
    const [id = ""] = await queueEmails();
    const { status, json } = await call(facts.secretKey);
    expect([status, json]).toEqual([200, { sent: 1, delayed: 0, held: 0, failed: 0 }]);
    expect(await statesOf([id])).toMatchObject([{ status: "sent", attempts: 1 }]);
    const folder = path.join(process.env.DATA_DIR ?? "supabase/.temp", "mails");
    const file = (await readdir(folder)).find((name) => name.includes(id));
    const page = await readFile(path.join(folder, file ?? ""), "utf8");
    expect(page).toContain("Application received");
    expect(page).toContain(`To: Ada Lovelace &lt;${ADDRESS}>`);
    expect((await call(facts.secretKey)).json).toMatchObject({ sent: 0 });
  });

  it("accepts only the service's key", async () => {
    const [id = ""] = await queueEmails();
    const { token } = await signInAdmin();
    expect((await call(facts.publishableKey)).status).toBe(401);
    expect((await call(token)).status).toBe(403);
    expect(await statesOf([id])).toMatchObject([{ status: "queued", attempts: 0 }]);
  });
});

describe("an email", () => {
  it("threat 31: goes out once, however many workers run", async () => {
    const ids = await queueEmails(40);
    const runs = await Promise.all(Array.from({ length: 6 }, () => run()));
    const keys = runs.flatMap(({ sentMails }) => sentMails.map(({ key }) => key));
    expect(keys.toSorted()).toEqual(ids.map((id) => `${id}.0`).toSorted());
    expect((await statesOf(ids)).every(({ status }) => status === "sent")).toBe(true);
  });

  it("comes from the organization, with its reply-to address", async () => {
    await queueEmails();
    const { sentMails } = await run();
    const [contact] = await sql`select organization_name, email from public.contact_info`;
    expect(sentMails).toMatchObject([
      {
        from: { name: contact?.["organization_name"], address: contact?.["email"] },
        replyTo: contact?.["email"],
        to: { name: "Ada Lovelace", address: ADDRESS },
        subject: "Application received",
      },
    ]);
  });

  it("is retried at growing intervals after a failure and eventually fails", async () => {
    const ids = await queueEmails();
    const waitSeconds: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await makeDue();
      const { sentMails, counts } = await run(() => {
        throw new Error("452 mailbox full");
      });
      expect(sentMails.map(({ key }) => key)).toEqual([`${ids[0]}.0`]);
      const [state] = await statesOf(ids);
      expect(state).toMatchObject({ attempts: attempt, last_error: "452 mailbox full" });
      expect([state?.status, counts]).toEqual(
        attempt < 8
          ? ["queued", { sent: 0, delayed: 1, held: 0, failed: 0 }]
          : ["failed", { sent: 0, delayed: 0, held: 0, failed: 1 }],
      );
      if (attempt < 8) waitSeconds.push(state!.wait);
    }
    expect(waitSeconds).toEqual([60, 300, 1800, 7200, 21_600, 43_200, 86_400]);
    await makeDue();
    expect((await run()).sentMails).toEqual([]);
  });

  it("fails at once when refused, and gets a new key when sent again", async () => {
    const ids = await queueEmails();
    await run(() => {
      throw new MailRefused("550 no such mailbox");
    });
    const failedState = { status: "failed", attempts: 1, last_error: "550 no such mailbox" };
    expect(await statesOf(ids)).toMatchObject([failedState]);
    const { token } = await signInAdmin();
    await request("POST", `/api/email-outbox/${ids[0]}/resend`, { token });
    const { sentMails } = await run();
    expect(sentMails.map(({ key }) => key)).toEqual([`${ids[0]}.1`]);
    expect(await statesOf(ids)).toMatchObject([{ status: "sent", last_error: null }]);
  });

  it("stays in the queue with all others while the transport is down", async () => {
    const ids = await queueEmails(30);
    const { sentMails, counts } = await run(() => {
      throw new MailUnavailable("connection refused");
    });
    expect(sentMails.length).toBeLessThan(10);
    expect(counts).toEqual({ sent: 0, delayed: sentMails.length, held: 0, failed: 0 });
    const untriedStates = (await statesOf(ids)).filter(({ attempts }) => attempts === 0);
    expect(untriedStates).toHaveLength(30 - sentMails.length);
    await makeDue();
    expect((await run()).counts.sent).toBe(30);
  });

  it("stays in the queue while no transport or sender is configured", async () => {
    const ids = await queueEmails();
    expect(await deliver(undefined)).toEqual({ sent: 0, delayed: 0, held: 0, failed: 0 });
    const lostDatabase = { ...database, as: () => Promise.resolve(undefined) } as typeof database;
    const sentMails: OutgoingMail[] = [];
    await sendDueEmails({ database: lostDatabase, environment }, (mail) => {
      sentMails.push(mail);
      return Promise.resolve();
    });
    expect(sentMails).toEqual([]);
    expect(await statesOf(ids)).toMatchObject([{ status: "queued", attempts: 0 }]);
  });

  it("is retried when its worker doesn't finish in time, whose late result changes nothing", async () => {
    const ids = await queueEmails();
    const lateResult = Promise.withResolvers<void>();
    const workerStarted = Promise.withResolvers<void>();
    const firstRun = deliver(() => {
      workerStarted.resolve();
      return lateResult.promise;
    });
    await workerStarted.promise;
    expect(await statesOf(ids)).toMatchObject([{ status: "sending", attempts: 1, wait: 300 }]);
    expect((await run()).sentMails).toEqual([]);
    await makeDue();
    expect((await run()).sentMails).toHaveLength(1);
    lateResult.reject(new MailRefused("too late"));
    await firstRun;
    expect(await statesOf(ids)).toMatchObject([{ status: "sent", attempts: 2, last_error: null }]);
  });
});

describe("an email that can't be rendered", () => {
  it("MAIL-18: is held with the reason when a value is missing, and goes out once that is fixed", async () => {
    await saveTemplate("Hello", "<p>Dear {{nmae}}, hello</p>");
    const ids = await queueEmails(1, TEMPLATE);
    const { sentMails, counts } = await run();
    expect([sentMails, counts]).toEqual([[], { sent: 0, delayed: 0, held: 1, failed: 0 }]);
    const [state] = await statesOf(ids);
    expect(state?.status).toBe("held");
    expect(state?.last_error).toMatch(
      /^The template uses {{nmae}}, but this email only has: name,/,
    );

    await saveTemplate("Hello", "<p>Dear {{name}}, hello</p>");
    const { token } = await signInAdmin();
    const resendResponse = await request("POST", `/api/email-outbox/${ids[0]}/resend`, { token });
    expect(resendResponse.status).toBe(200);
    expect((await run()).sentMails.map(({ text }) => text)).toEqual([
      expect.stringContaining("Dear Ada Lovelace, hello"),
    ]);
  });

  it("MAIL-23: is held when its template is inactive, and others go out", async () => {
    await saveTemplate("Hello", "<p>Dear {{name}}, hello</p>", false);
    const ids = await queueEmails(1, TEMPLATE);
    await queueEmails();
    const { counts } = await run();
    expect(counts).toEqual({ sent: 1, delayed: 0, held: 1, failed: 0 });
    expect((await statesOf(ids))[0]?.last_error).toMatch(/is inactive/);
  });
});

it("the demo content has the documented templates, and each renders", async () => {
  const templates = await sql<{ name: string }[]>`
    select name from public.email_templates where is_active and name <> ${TEMPLATE} order by name`;
  const names = templates.map(({ name }) => name);
  expect(names).toEqual([
    "Donation Confirmation",
    "Volunteer Application Approved",
    "Volunteer Application Rejected",
    "Welcome Email",
  ]);
  const donation = {
    receiptNumber: "R-2026-000123",
    donationAmount: 25,
    donationDate: "2026-11-21",
  };
  for (const name of names) await queueEmails(1, name, { name: "Ada", ...donation });
  const { sentMails } = await run();
  expect(sentMails.map(({ kind }) => kind).toSorted()).toEqual(names);
});

describe("a receipt that waited while its donation was refunded", () => {
  const addRefundedDonation = async (refundedAmount: number) => {
    const [donation] = await sql<[{ id: string }]>`
      insert into public.donations (first_name, last_name, email, amount, is_demo, status, completed_at)
      values ('Ada', 'Lovelace', ${ADDRESS}, 50, true, 'completed', now()) returning id`;
    await sql`select private.queue_receipt(${donation.id})`;
    await sql`
      insert into public.donation_adjustments (donation_id, kind, amount, status)
      values (${donation.id}, 'refund', ${refundedAmount}, 'succeeded')`;
  };
  afterEach(async () => {
    await sql`
      delete from public.donation_adjustments where donation_id in (
        select id from public.donations where email = ${ADDRESS}
      )`;
    await sql`delete from public.donations where email = ${ADDRESS}`;
  });

  it("states the refunded and remaining amounts after a partial refund", async () => {
    await addRefundedDonation(12.5);
    const { sentMails } = await run();
    expect(sentMails[0]?.text).toContain("Amount: $50.00");
    expect(sentMails[0]?.text).toContain("Refunded: $12.50");
    expect(sentMails[0]?.text).toContain("Your gift after the refund: $37.50");
  });

  it("isn't sent after a full refund, and the log says why", async () => {
    await addRefundedDonation(50);
    expect((await run()).sentMails).toEqual([]);
    const [mail] = await sql`
      select status, last_error from public.email_outbox where to_email = ${ADDRESS}`;
    expect(mail).toEqual({
      status: "cancelled",
      last_error: "The donation was refunded before its receipt was sent.",
    });
  });
});

it("creates a donor link when the email is rendered and doesn't store its token in any row", async () => {
  const [row] = await sql<[{ id: string }]>`select private.create_donor_link(${ADDRESS}) as id`;
  await sql`
    update public.donor_links
    set created_at = created_at - interval '30 hours', expires_at = expires_at - interval '30 hours'
    where id = ${row.id}`;
  const ids = await queueEmails(1, "Gift Link", { name: "Ada", giftLinkId: row.id });
  const { sentMails } = await run();
  const token = /https:\/\/www\.example\.org\/manage-gift#token=(\S+)/.exec(
    sentMails[0]?.text ?? "",
  );
  expect(token?.[1]).toMatch(new RegExp(`^${row.id}\\.[0-9a-f]{64}$`));
  expect(sentMails[0]?.html).toContain(`href="${token?.[0]}"`);
  const [storedRow] =
    await sql`select to_jsonb(mail)::text as text from public.email_outbox as mail where id = ${ids[0]!}`;
  expect(storedRow?.["text"]).not.toContain(token?.[1]?.split(".")[1]);
  const readHoursLeft = async () => {
    const [{ hours }] = await sql<[{ hours: number }]>`
      select round(extract(epoch from expires_at - now()) / 3600)::int as hours
      from public.donor_links where id = ${row.id}`;
    return hours;
  };
  expect(await readHoursLeft()).toBe(24);

  await sql`
    update public.donor_links set used_at = now(), created_at = now() - interval '25 hours',
      expires_at = now() - interval '1 hour'
    where id = ${row.id}`;
  await queueEmails(1, "Gift Link", { name: "Ada", giftLinkId: row.id });
  await run();
  expect(await readHoursLeft(), "a used link stays used").toBe(-1);
  await sql`delete from public.donor_links where id = ${row.id}`;
});

it("threat 7: the approval email contains the activation link, whatever its template says", async () => {
  const [{ id }] = await sql<[{ id: string }]>`
    with application as (
      insert into public.volunteer_applications (first_name, last_name, email, availability, status, reviewed_at)
      values ('Ada', 'Lovelace', ${ADDRESS}, 'weekends', 'approved', now()) returning id
    )
    select private.create_activation_link(id) as id from application`;
  await sql`
    update public.activation_links
    set created_at = created_at - interval '10 days', expires_at = expires_at - interval '10 days'
    where id = ${id}`;
  await queueEmails(1, "Volunteer Application Approved", { name: "Ada", activationLinkId: id });
  const { sentMails } = await run();
  const link = /https:\/\/www\.example\.org\/activate#token=(\S+)/.exec(sentMails[0]?.text ?? "");
  expect(link?.[1]).toMatch(new RegExp(`^${id}\\.[0-9a-f]{64}$`));
  expect(sentMails[0]?.html).toContain(`href="${link?.[0]}"`);
  const [{ days }] = await sql<[{ days: number }]>`
    select round(extract(epoch from expires_at - now()) / 86400)::int as days
    from public.activation_links where id = ${id}`;
  expect(days, "the link becomes valid when the email is sent").toBe(7);
  await sql`delete from public.volunteer_applications where email = ${ADDRESS}`;
});
