import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  MailRefusedError,
  MailUnavailableError,
  type OutgoingMail,
} from "../../functions/_shared/clients/mail/transport.ts";
import { sendDueEmails } from "../../functions/send-emails/deliver.ts";
import { connectMailer } from "./mailer.ts";
import { facts, request, resumeMail, signInAdmin, sql, postponeEmails } from "./stack.ts";

const EMAIL_ADDRESS = "mailed@example.org";
const TEMPLATE_NAME = "Mail Test";
const { database, environment, sendEmails, runMailer, queueEmails } = connectMailer(EMAIL_ADDRESS);

const readStates = (ids: readonly string[]) =>
  sql<{ status: string; attempts: number; last_error: string | null; wait: number }[]>`
    select status, attempts, last_error,
      round(extract(epoch from next_attempt_at - now()))::int as wait
    from public.email_outbox where id = any(${ids as string[]})`;
const makeEmailsDue = () =>
  sql`update public.email_outbox set next_attempt_at = now() where to_email = ${EMAIL_ADDRESS}`;
const endPause = () =>
  sql`update public.mail_transport set paused_until = now() where pause is not null`.then(
    () => undefined,
  );
const saveTemplate = (subject: string, html: string, isActive = true) => sql`
  insert into public.email_templates (name, subject, html_content, is_active)
  values (${TEMPLATE_NAME}, ${subject}, ${html}, ${isActive})
  on conflict (name) do update set subject = ${subject}, html_content = ${html}, is_active = ${isActive}`;

beforeEach(() => postponeEmails());
afterEach(async () => {
  await resumeMail();
  await sql`delete from public.email_outbox where to_email = ${EMAIL_ADDRESS}`;
  await sql`delete from public.email_templates where name = ${TEMPLATE_NAME}`;
});
afterAll(() => database.close());

describe("the function send-emails", () => {
  const callFunction = (key: string) =>
    request("POST", "/send-emails/send-emails", { body: {}, token: key });

  it("sends due emails, and the local stack stores each as a file next to the data", async () => {
    const [id = ""] = await queueEmails();
    const { status, json } = await callFunction(facts.secretKey);
    expect([status, json]).toEqual([200, { sent: 1, delayed: 0, held: 0, failed: 0 }]);
    expect(await readStates([id])).toMatchObject([{ status: "sent", attempts: 1 }]);
    const folder = path.join(process.env.DATA_DIR ?? "supabase/.temp", "mails");
    const fileName = (await readdir(folder)).find((name) => name.includes(id));
    const html = await readFile(path.join(folder, fileName ?? ""), "utf8");
    expect(html).toContain("Application received");
    expect(html).toContain(`To: Ada Lovelace &lt;${EMAIL_ADDRESS}>`);
    expect((await callFunction(facts.secretKey)).json).toMatchObject({ sent: 0 });
  });

  it("accepts only the service's key", async () => {
    const [id = ""] = await queueEmails();
    const { token } = await signInAdmin();
    expect((await callFunction(facts.publishableKey)).status).toBe(401);
    expect((await callFunction(token)).status).toBe(403);
    expect(await readStates([id])).toMatchObject([{ status: "queued", attempts: 0 }]);
  });
});

describe("an email", () => {
  it("threat 31: goes out once, however many workers run", async () => {
    const ids = await queueEmails(40);
    const runs = await Promise.all(Array.from({ length: 6 }, () => runMailer()));
    const keys = runs.flatMap(({ attemptedEmails }) => attemptedEmails.map(({ key }) => key));
    expect(keys.toSorted()).toEqual(ids.map((id) => `${id}.0`).toSorted());
    expect((await readStates(ids)).every(({ status }) => status === "sent")).toBe(true);
  });

  it("comes from the organization, with its reply-to address", async () => {
    await queueEmails();
    const { attemptedEmails } = await runMailer();
    const [contact] = await sql`select organization_name, email from public.contact_info`;
    expect(attemptedEmails).toMatchObject([
      {
        from: { name: contact?.["organization_name"], address: contact?.["email"] },
        replyTo: contact?.["email"],
        to: { name: "Ada Lovelace", address: EMAIL_ADDRESS },
        subject: "Application received",
      },
    ]);
  });

  it("is retried at growing intervals after a failure and eventually fails", async () => {
    const ids = await queueEmails();
    const waitSeconds: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await makeEmailsDue();
      const { attemptedEmails, counts } = await runMailer(() => {
        throw new Error("452 mailbox full");
      });
      expect(attemptedEmails.map(({ key }) => key)).toEqual([`${ids[0]}.0`]);
      const [state] = await readStates(ids);
      expect(state).toMatchObject({ attempts: attempt, last_error: "452 mailbox full" });
      expect([state?.status, counts]).toEqual(
        attempt < 8
          ? ["queued", { sent: 0, delayed: 1, held: 0, failed: 0 }]
          : ["failed", { sent: 0, delayed: 0, held: 0, failed: 1 }],
      );
      if (attempt < 8) waitSeconds.push(state!.wait);
    }
    expect(waitSeconds).toEqual([60, 300, 1800, 7200, 21_600, 43_200, 86_400]);
    await makeEmailsDue();
    expect((await runMailer()).attemptedEmails).toEqual([]);
  });

  it("fails immediately if it's refused, and gets a new key when it's sent again", async () => {
    const ids = await queueEmails();
    await runMailer(() => {
      throw new MailRefusedError("550 no such mailbox");
    });
    const failedState = { status: "failed", attempts: 1, last_error: "550 no such mailbox" };
    expect(await readStates(ids)).toMatchObject([failedState]);
    const { token } = await signInAdmin();
    await request("POST", `/api/email-outbox/${ids[0]}/resend`, { token });
    const { attemptedEmails } = await runMailer();
    expect(attemptedEmails.map(({ key }) => key)).toEqual([`${ids[0]}.1`]);
    expect(await readStates(ids)).toMatchObject([{ status: "sent", last_error: null }]);
  });

  it("threat 31: stays in the queue with all others while the transport is down, and uses up no attempt", async () => {
    const ids = await queueEmails(30);
    const refuse = () => {
      throw new MailUnavailableError("connection refused");
    };
    const { attemptedEmails, counts } = await runMailer(refuse);
    expect(attemptedEmails.length).toBeLessThan(10);
    expect(counts).toEqual({ sent: 0, delayed: attemptedEmails.length, held: 0, failed: 0 });
    expect((await runMailer()).attemptedEmails, "during the pause").toEqual([]);
    for (let probe = 1; probe <= 9; probe += 1) {
      await endPause();
      expect((await runMailer(refuse)).attemptedEmails).toHaveLength(1);
    }
    expect(
      (await readStates(ids)).every(
        ({ attempts, status }) => status === "queued" && attempts === 0,
      ),
    ).toBe(true);
    await endPause();
    expect((await runMailer()).counts.sent).toBe(30);
    expect((await readStates(ids)).every(({ attempts }) => attempts === 1)).toBe(true);
  });

  it("threat 31: only one of several workers tries a paused transport, and the others wait for its result", async () => {
    await queueEmails(30);
    await sql`select private.pause_mail('outage', 0)`;
    await endPause();
    const firstResult = Promise.withResolvers<void>();
    const firstStart = Promise.withResolvers<void>();
    const firstRun = sendEmails(() => {
      firstStart.resolve();
      return firstResult.promise;
    });
    await firstStart.promise;
    const otherRuns = await Promise.all([runMailer(), runMailer(), runMailer()]);
    expect(otherRuns.flatMap(({ attemptedEmails }) => attemptedEmails)).toEqual([]);
    firstResult.resolve();
    expect((await firstRun).sent).toBe(30);
  });

  it("threat 31: doesn't hold up the others if it alone makes the transport fail, and fails in the end", async () => {
    const ids = await queueEmails(1);
    const otherIds: string[] = [];
    while (otherIds.length < 30 && (await readStates(ids))[0]?.status !== "failed") {
      otherIds.push(...(await queueEmails(1)));
      await makeEmailsDue();
      for (let run = 0; run < 2; run += 1) {
        await endPause();
        await runMailer(({ key }) => {
          if (key.startsWith(ids[0]!)) throw new MailUnavailableError("connection reset");
        });
      }
    }
    expect(await readStates(ids)).toMatchObject([{ status: "failed", attempts: 8 }]);
    expect((await readStates(otherIds)).every(({ status }) => status === "sent")).toBe(true);
  });

  it("threat 31: isn't copied without end if the reply is lost each time after it was handed over", async () => {
    const ids = await queueEmails(1);
    let copyCount = 0;
    for (let run = 0; run < 20; run += 1) {
      await makeEmailsDue();
      await endPause();
      await runMailer(() => {
        copyCount += 1;
        throw new MailUnavailableError("no reply", { mayBeSent: true });
      });
    }
    expect(copyCount).toBe(8);
    expect(await readStates(ids)).toMatchObject([{ status: "failed", attempts: 8 }]);
  });

  it("stays in the queue while no transport or sender is configured", async () => {
    const ids = await queueEmails();
    expect(await sendEmails(undefined)).toEqual({ sent: 0, delayed: 0, held: 0, failed: 0 });
    const databaseWithoutSender = {
      ...database,
      as: () => Promise.resolve(undefined),
    } as typeof database;
    const attemptedEmails: OutgoingMail[] = [];
    await sendDueEmails({ database: databaseWithoutSender, environment }, (mail) => {
      attemptedEmails.push(mail);
      return Promise.resolve();
    });
    expect(attemptedEmails).toEqual([]);
    expect(await readStates(ids)).toMatchObject([{ status: "queued", attempts: 0 }]);
  });

  it("is retried when its worker doesn't finish in time, and the worker's late result changes nothing", async () => {
    const ids = await queueEmails();
    const lateResult = Promise.withResolvers<void>();
    const workerStart = Promise.withResolvers<void>();
    const firstRun = sendEmails(() => {
      workerStart.resolve();
      return lateResult.promise;
    });
    await workerStart.promise;
    expect(await readStates(ids)).toMatchObject([{ status: "sending", attempts: 1, wait: 300 }]);
    expect((await runMailer()).attemptedEmails).toEqual([]);
    await makeEmailsDue();
    expect((await runMailer()).attemptedEmails).toHaveLength(1);
    lateResult.reject(new MailRefusedError("too late"));
    await firstRun;
    expect(await readStates(ids)).toMatchObject([
      { status: "sent", attempts: 2, last_error: null },
    ]);
  });
});

it("an email that is sent again has its template as it is now, and its values as they were queued", async () => {
  const { token } = await signInAdmin();
  await saveTemplate("Hello", "<p>Dear {{name}}, hello</p>");
  const ids = await queueEmails(1, TEMPLATE_NAME);
  const sendAndRead = async () => {
    const { attemptedEmails } = await runMailer();
    return attemptedEmails.map(({ subject, text }) => [subject, /Dear [^\n]*/.exec(text)?.[0]]);
  };
  expect(await sendAndRead()).toEqual([["Hello", "Dear Ada Lovelace, hello"]]);
  await saveTemplate("Good day", "<p>Dear {{name}}, good day</p>");
  await request("POST", `/api/email-outbox/${ids[0]}/resend`, { token });
  expect(await sendAndRead()).toEqual([["Good day", "Dear Ada Lovelace, good day"]]);
});

describe("an email that can't be rendered", () => {
  it("MAIL-18: is held with the reason when a value is missing, and goes out once that is fixed", async () => {
    await saveTemplate("Hello", "<p>Dear {{nmae}}, hello</p>");
    const ids = await queueEmails(1, TEMPLATE_NAME);
    const { attemptedEmails, counts } = await runMailer();
    expect([attemptedEmails, counts]).toEqual([[], { sent: 0, delayed: 0, held: 1, failed: 0 }]);
    const [state] = await readStates(ids);
    expect(state?.status).toBe("held");
    expect(state?.last_error).toMatch(
      /^The template uses {{nmae}}, but this email only has: firstName, /,
    );

    await saveTemplate("Hello", "<p>Dear {{name}}, hello</p>");
    const { token } = await signInAdmin();
    const resendResponse = await request("POST", `/api/email-outbox/${ids[0]}/resend`, { token });
    expect(resendResponse.status).toBe(200);
    expect((await runMailer()).attemptedEmails.map(({ text }) => text)).toEqual([
      expect.stringContaining("Dear Ada Lovelace, hello"),
    ]);
  });

  it("MAIL-23: is held when its template is inactive, and others go out", async () => {
    await saveTemplate("Hello", "<p>Dear {{name}}, hello</p>", false);
    const ids = await queueEmails(1, TEMPLATE_NAME);
    await queueEmails();
    const { counts } = await runMailer();
    expect(counts).toEqual({ sent: 1, delayed: 0, held: 1, failed: 0 });
    expect((await readStates(ids))[0]?.last_error).toMatch(/is inactive/);
  });
});

it("the demo content has four active templates, and each can be rendered", async () => {
  const templates = await sql<{ name: string }[]>`
    select name from public.email_templates where is_active and name <> ${TEMPLATE_NAME} order by name`;
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
  const { attemptedEmails } = await runMailer();
  expect(attemptedEmails.map(({ kind }) => kind).toSorted()).toEqual(names);
});

describe("a receipt that waited while its donation was refunded", () => {
  const addRefundedDonation = async (
    refundedAmount: number,
    kind: "refund" | "void" | "return" = "refund",
  ) => {
    const [donation] = await sql<[{ id: string }]>`
      insert into public.donations (first_name, last_name, email, amount, is_demo, status, completed_at)
      values ('Ada', 'Lovelace', ${EMAIL_ADDRESS}, 50, true, 'completed', now()) returning id`;
    await sql`select private.queue_receipt(${donation.id})`;
    await sql`
      insert into public.donation_adjustments (donation_id, kind, amount, status)
      values (${donation.id}, ${kind}, ${refundedAmount}, ${kind === "return" ? "lost" : "succeeded"})`;
  };
  afterEach(async () => {
    await sql`
      delete from public.donation_adjustments where donation_id in (
        select id from public.donations where email = ${EMAIL_ADDRESS}
      )`;
    await sql`delete from public.donations where email = ${EMAIL_ADDRESS}`;
  });

  it("states the refunded and remaining amounts after a partial refund", async () => {
    await addRefundedDonation(12.5);
    const { attemptedEmails } = await runMailer();
    expect(attemptedEmails[0]?.text).toContain("Amount: $50.00");
    expect(attemptedEmails[0]?.text).toContain("Refunded: $12.50");
    expect(attemptedEmails[0]?.text).toContain("Your gift after the refund: $37.50");
  });

  it.each([
    ["refunded", "refund"],
    ["voided", "void"],
    ["returned", "return"],
  ] as const)(
    "isn't sent after the donation was %s in full, and the log says why",
    async (change, kind) => {
      await addRefundedDonation(50, kind);
      expect((await runMailer()).attemptedEmails).toEqual([]);
      const [mail] = await sql`
      select status, last_error from public.email_outbox where to_email = ${EMAIL_ADDRESS}`;
      expect(mail).toEqual({
        status: "canceled",
        last_error: `The donation was ${change} before its receipt was sent.`,
      });
    },
  );
});

it("the letter for a gift that was voided isn't sent, and the log says why", async () => {
  const [gift] = await sql<[{ id: string; donorId: string }]>`
    with donor as (insert into public.donors (email) values (${EMAIL_ADDRESS}) returning id)
    insert into public.noncash_donations (donor_id, kind, description, received_on, voided_at, void_reason)
    select id, 'goods', 'Wool socks', '2026-01-05', now(), 'Entered twice' from donor
    returning id, donor_id as "donorId"`;
  await sql`select private.queue_letter(${gift.id})`;
  expect((await runMailer()).attemptedEmails).toEqual([]);
  const [mail] = await sql`
    select status, last_error as reason from public.email_outbox where to_email = ${EMAIL_ADDRESS}`;
  const reason = "The gift was voided before its letter was sent.";
  expect(mail).toEqual({ status: "canceled", reason });
  await sql`delete from public.noncash_donations where id = ${gift.id}`;
  await sql`delete from public.donors where id = ${gift.donorId}`;
});

describe("a receipt that is sent again", () => {
  const readNextPackingDay = async () => {
    const [row] = await sql<[{ date: string }?]>`
      select min(date)::text as date from public.events
      where event_type = 'Care Package Assembly' and is_active and starts_at >= now()`;
    const format = new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeZone: "UTC" });
    return row?.date ? format.format(new Date(`${row.date}T00:00:00Z`)) : undefined;
  };

  it("names the packing day that is next now, not the one in the first email", async () => {
    const [donation] = await sql<[{ id: string }]>`
      insert into public.donations (first_name, last_name, email, amount, is_demo, status, completed_at)
      values ('Ada', 'Lovelace', ${EMAIL_ADDRESS}, 50, true, 'completed', now()) returning id`;
    await sql`select private.queue_receipt(${donation.id})`;
    const [packingDay] = await sql<[{ id: string }]>`
      insert into public.events (event_type, date, start_time, end_time, address)
      select 'Care Package Assembly', soon::date, soon::time, '23:59:59', 'Hall'
      from (select (now() + interval '5 minutes') at time zone private.time_zone() as soon) as clock
      returning id`;
    const firstDay = await readNextPackingDay();
    const firstRun = await runMailer();
    expect(firstRun.attemptedEmails[0]?.text).toContain(`The next packing day is ${firstDay}.`);

    await sql`delete from public.events where id = ${packingDay.id}`;
    const laterDay = await readNextPackingDay();
    await sql`
      update public.email_outbox set status = 'queued', sent_at = null, next_attempt_at = now()
      where to_email = ${EMAIL_ADDRESS}`;
    const { text = "" } = (await runMailer()).attemptedEmails[0] ?? {};
    expect(text).toContain("Receipt number");
    expect(/The next packing day is (.*)\./.exec(text)?.[1]).toBe(laterDay);
    await sql`delete from public.donations where id = ${donation.id}`;
  });
});
