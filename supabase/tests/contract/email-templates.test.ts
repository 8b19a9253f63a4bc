import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connectDatabase } from "../../functions/_shared/clients/database.ts";
import { createSmtpTransport } from "../../functions/_shared/clients/mail/smtp.ts";
import {
  builtInTemplates,
  DEFAULT_TEMPLATE_NAMES,
} from "../../functions/_shared/rules/built-in-templates.ts";
import type { Issue } from "../../functions/_shared/errors.ts";
import { sendDueEmails } from "../../functions/send-emails/deliver.ts";
import { SmtpDouble } from "../mail/smtp-double.ts";
import { clearRateLimits, facts, request, signInAdmin, sql, postponeEmails } from "./stack.ts";
import { uniqueWord } from "../unique-word.ts";

const MARK = `template-${uniqueWord()}`;
const ADDRESS = `${MARK}@example.org`;
const SITE_URL = "https://www.example.org";
const database = connectDatabase(facts.databaseUrl);
const smtpServer = new SmtpDouble();
let port = 0;
let admin = { id: "", token: "" };
/** The templates of the demo content, restored afterward. */
let originalTemplates: Record<string, unknown>[] = [];

beforeAll(async () => {
  port = await smtpServer.listen();
  admin = await signInAdmin();
  originalTemplates = await sql`select * from public.email_templates`;
});
beforeEach(async () => {
  await clearRateLimits();
  await postponeEmails();
});
afterEach(async () => {
  smtpServer.receivedEmails.length = 0;
  await sql`delete from public.email_outbox where to_email like ${`%${MARK}%`} or tested is not null`;
  await sql`delete from public.email_templates`;
  await sql`insert into public.email_templates ${sql(originalTemplates)}`;
});
afterAll(async () => {
  smtpServer.close();
  await database.close();
});

const call = (method: string, path: string, body?: object) =>
  request(method, `/api/email-templates${path}`, { token: admin.token, ...(body && { body }) });
const newTemplate = (changes: object = {}) => ({
  name: MARK,
  subject: "Hello {{name}}",
  htmlContent: "<p>Dear {{name}}, hello</p>",
  ...changes,
});
const readRow = async (name: string) =>
  (await sql`select * from public.email_templates where name = ${name}`)[0];
const readId = async (name: string) => String((await readRow(name))?.["id"]);

/** Sends every due email through this test's SMTP server. */
async function sendEmails() {
  const send = createSmtpTransport({ SMTP_HOST: "127.0.0.1", SMTP_PORT: port, SITE_URL });
  const environment = { SITE_URL, HASH_SECRET: ["h".repeat(32)] } as never;
  await sendDueEmails({ database, environment }, send);
  return smtpServer.receivedEmails;
}
const queueEmail = (templateName: string, data: object = {}) => sql`
  insert into public.email_outbox (template_name, to_email, to_name, data)
  values (${templateName}, ${ADDRESS}, 'Ada Lovelace', ${sql.json(data as never)})`;
const readOutbox = () => sql<
  { status: string; lastError: string | null; subject: string | null }[]
>`
  select status, last_error as "lastError", subject from public.email_outbox
  where to_email = ${ADDRESS} order by created_at`;

describe("the template API", () => {
  it("MAIL-24, MAIL-25, MAIL-26, MAIL-27: lists, creates, updates, toggles and deletes templates", async () => {
    const createResponse = await call("POST", "", newTemplate());
    expect(createResponse.status).toBe(201);
    expect(createResponse.json).toMatchObject({
      ...newTemplate(),
      description: null,
      isActive: true,
    });
    const path = `/${createResponse.json.id}`;
    const toggleResponse = await call("PUT", path, { isActive: false });
    expect(toggleResponse.json).toMatchObject({ ...newTemplate(), isActive: false });
    const updateResponse = await call("PUT", path, {
      ...newTemplate({ subject: "Hi" }),
      isActive: true,
    });
    expect(updateResponse.json).toMatchObject({ subject: "Hi", isActive: true });
    const { json: listedTemplates } = await call("GET", `?search=${MARK}`);
    expect(listedTemplates).toEqual([updateResponse.json]);
    expect((await call("DELETE", path)).status).toBe(200);
    expect((await call("DELETE", path)).status).toBe(404);
    expect((await call("GET", `?search=${MARK}`)).json).toEqual([]);
  });

  it("refuses a name that is taken", async () => {
    const duplicateTemplate = {
      ...newTemplate({ name: "Donation Confirmation" }),
      htmlContent: "<p>Another one</p>",
    };
    const { status, json } = await call("POST", "", duplicateTemplate);
    expect([status, json.issues]).toEqual([
      409,
      [
        {
          path: "name",
          message: "There's already a template with this name. Please edit that one.",
        },
      ],
    ]);
    await call("POST", "", newTemplate());
    const renameResponse = await call("PUT", `/${await readId(MARK)}`, { name: "Welcome Email" });
    expect([renameResponse.status, renameResponse.json.issues[0].path]).toEqual([409, "name"]);
  });

  it("MAIL-28: adds missing default templates and keeps edited ones", async () => {
    await sql`delete from public.email_templates where name <> 'Welcome Email'`;
    const before = await readRow("Welcome Email");
    const readEntries = () => sql`
      select row_id from public.audit_log where table_name = 'email_templates' and actor_id = ${admin.id}
        and action = 'insert'`;
    const entryCountBefore = (await readEntries()).length;
    for (const attempt of ["once", "and again"]) {
      const { status, json } = await call("POST", "/init-defaults", {});
      const message = "Default email templates have been initialized";
      expect([status, json.message], attempt).toEqual([200, message]);
    }
    const rows = await sql`select name, subject, html_content, description, is_active
      from public.email_templates order by name`;
    expect(rows.map(({ name }) => name)).toEqual([...DEFAULT_TEMPLATE_NAMES]);
    expect(await readRow("Welcome Email")).toEqual(before);
    const { subject, htmlContent } = builtInTemplates["Donation Confirmation"]!;
    expect(rows[0]).toMatchObject({
      subject,
      html_content: htmlContent,
      description: "Donation Receipt Email",
      is_active: true,
    });
    expect((await readEntries()).length - entryCountBefore).toBe(3);
  });
});

describe("the validation of templates", () => {
  const validate = async (method: string, path: string, body: object) => {
    const { status, json } = await call(method, path, body);
    return [
      status,
      Object.fromEntries(
        (json.issues as Issue[]).map(({ path: name, message }) => [name, message]),
      ),
    ];
  };

  it("MAIL-19, MAIL-20, MAIL-21: refuses an empty type or subject, and content under 10 characters before or after cleaning", async () => {
    expect(await validate("POST", "", { name: "", subject: " ", htmlContent: "short" })).toEqual([
      400,
      {
        name: "Email type is required",
        subject: "Subject is required",
        htmlContent: "Content must be at least 10 characters",
      },
    ]);
    const emptyTemplate = newTemplate({ htmlContent: "<script>nothing else</script>" });
    expect(await validate("POST", "", emptyTemplate)).toEqual([
      400,
      { htmlContent: "Content must be at least 10 characters" },
    ]);
    expect(await readRow(MARK)).toBeUndefined();
  });

  it("MAIL-18: refuses a placeholder that the email doesn't have, naming the field", async () => {
    const name = "Event Reminder";
    const invalidTemplate = newTemplate({
      name,
      subject: "{{eventDay}}: come",
      htmlContent: "<p>Dear {{nmae}}, see you</p>",
    });
    const [status, issues] = await validate("POST", "", invalidTemplate);
    expect([status, issues]).toEqual([
      400,
      {
        subject: expect.stringMatching(
          /^The template uses {{eventDay}}, but this email only has: .*eventDate/,
        ),
        htmlContent: expect.stringMatching(/^The template uses {{nmae}},/),
      },
    ]);
    expect(await readRow(name)).toBeUndefined();

    await call("POST", "", newTemplate({ name, subject: "{{eventDate}}: come" }));
    const before = await readRow(name);
    const [, updateIssues] = await validate("PUT", `/${String(before?.["id"])}`, {
      isActive: false,
      htmlContent: '<p><a href="{{name}}">Dear {{name}}</a></p>',
    });
    expect(updateIssues).toEqual({ htmlContent: expect.stringContaining("is inside an HTML tag") });
    expect(await readRow(name)).toEqual(before);
    const renameResult = await validate("PUT", `/${String(before?.["id"])}`, {
      name: "Payment Failed",
    });
    expect(renameResult).toEqual([400, { subject: expect.stringContaining("{{eventDate}}") }]);
  });

  it("MAIL-18: allows only the common placeholders in a custom email", async () => {
    const invalidTemplate = newTemplate({
      subject: "{{bogus}}",
      htmlContent: "<p>{{bogus}} it is</p>",
    });
    expect(await validate("POST", "", invalidTemplate)).toEqual([
      400,
      {
        subject: expect.stringMatching(/^The template uses {{bogus}}, but this email only has: /),
        htmlContent: expect.stringMatching(/^The template uses {{bogus}},/),
      },
    ]);
    const contentWithKnownPlaceholders = "<p>{{name}}, {{donationAmount}}, {{eventDate}}</p>";
    expect(
      (await call("POST", "", newTemplate({ htmlContent: contentWithKnownPlaceholders }))).status,
    ).toBe(201);
  });

  it("threat 68: refuses a link with a token in a custom email, which may go to many people", async () => {
    const template = newTemplate({ htmlContent: '<p><a href="{{giftLink}}">Open</a></p>' });
    expect(await validate("POST", "", template)).toEqual([
      400,
      { htmlContent: expect.stringMatching(/^The template uses {{giftLink}}, but this email/) },
    ]);
  });

  it.each([
    "x\r\nBcc: evil@example.org",
    "x\nBcc: evil@example.org",
    "x\rBcc: evil@example.org",
    "x\r\n\r\n<p>body</p>",
    "x\u2028y\nz",
    "x\ty",
    "x\r\n\tfolded: y",
    "x\n To: evil@example.org",
    "=?utf-8?q?=0D=0ABcc:?=\r\n",
    "x\r\nContent-Type: text/html",
    "x\n.\nMAIL FROM:<evil@example.org>",
  ])("threat 30: refuses %j in a subject, a name or a recipient", async (payload) => {
    const subjectResponse = await call("POST", "", newTemplate({ subject: `a${payload}a` }));
    const nameResponse = await call("POST", "", newTemplate({ name: `${MARK}${payload}a` }));
    const addressResponse = await call(
      "POST",
      "/test",
      newTemplate({ toEmail: `${payload}@example.org` }),
    );
    expect([subjectResponse.status, nameResponse.status, addressResponse.status]).toEqual([
      400, 400, 400,
    ]);
    const [{ count }] = await sql<[{ count: number }]>`
      select count(*)::int from public.email_templates where name like ${`${MARK}%`}`;
    expect(count).toBe(0);
  });

  it.each(["\u0000", "\u202E", "\u001b", "\u007f", "\u0008", "\u2066"])(
    "threat 30: stores a subject, a name and a recipient without the hidden character %j",
    async (character) => {
      const name = `${MARK} ${uniqueWord()}`;
      const template = newTemplate({ name: `${name}${character}`, subject: `A ${character}gift` });
      expect((await call("POST", "", template)).status).toBe(201);
      expect(await readRow(name)).toMatchObject({ name, subject: "A gift" });
      const toEmail = ADDRESS.replace("@", `${character}@`);
      expect((await call("POST", "/test", newTemplate({ toEmail }))).status).toBe(200);
      expect(await readOutbox()).toHaveLength(1);
    },
  );
});

it("threat 25: the API stores clean HTML, and the mailer cleans HTML changed in the database before sending it", async () => {
  const hostileHtml = `<p onclick="ran()">Dear {{name}}</p><script>ran()</script><a href="javascript:ran()">x</a>`;
  const { json } = await call("POST", "", newTemplate({ htmlContent: hostileHtml }));
  expect(json.htmlContent).toBe("<p>Dear {{name}}</p><a>x</a>");
  await sql`update public.email_templates set html_content = ${hostileHtml} where name = ${MARK}`;
  await queueEmail(MARK, { name: "Ada" });
  const [mail] = await sendEmails();
  const rawEmail = mail?.raw.replaceAll("=\r\n", "") ?? "";
  expect(rawEmail).toContain("Dear Ada");
  expect(rawEmail).not.toMatch(/ran\(\)/);
});

describe("the mailer", () => {
  const donation = {
    name: "Ada",
    receiptNumber: "R-2026-000123",
    donationAmount: 25,
    donationDate: "2026-11-21",
  };

  it("MAIL-23: sends active templates, holds inactive ones and uses the built-in text once a template is deleted", async () => {
    const id = await readId("Donation Confirmation");
    await call("PUT", `/${id}`, { subject: "Ours, {{name}}" });
    await queueEmail("Donation Confirmation", donation);
    await sendEmails();
    await call("PUT", `/${id}`, { isActive: false });
    await queueEmail("Donation Confirmation", donation);
    await sendEmails();
    await call("DELETE", `/${id}`);
    await queueEmail("Donation Confirmation", donation);
    await sendEmails();
    expect(await readOutbox()).toEqual([
      { status: "sent", lastError: null, subject: "Ours, Ada" },
      { status: "held", lastError: expect.stringMatching(/is inactive/), subject: null },
      { status: "sent", lastError: null, subject: "Thank you for your gift of $25.00" },
    ]);
  });
});

describe("a test email", () => {
  it("arrives once, marked as a test, with the unsaved text even if the template is inactive", async () => {
    const id = await readId("Donation Confirmation");
    await call("PUT", `/${id}`, { isActive: false });
    const unsavedTemplate = newTemplate({
      name: "Donation Confirmation",
      htmlContent: "<p>Unsaved, {{name}}</p>",
    });
    const { status, json } = await call("POST", "/test", { ...unsavedTemplate, toEmail: ADDRESS });
    expect([status, json.message]).toEqual([
      200,
      `The test email will go to ${ADDRESS} within a minute`,
    ]);
    await sendEmails();
    const emails = await sendEmails();
    expect(emails).toHaveLength(1);
    expect(emails[0]?.to).toBe(ADDRESS);
    expect(emails[0]?.headers.get("subject")).toEqual(["[Test] Hello Rosalind"]);
    const rawEmail = emails[0]?.raw.replaceAll("=\r\n", "");
    expect(rawEmail).toContain("This is a test of an email template");
    expect(rawEmail).toContain("Unsaved, Rosalind");
    const logResponse = await request("GET", `/api/email-outbox?search=${MARK}`, {
      token: admin.token,
    });
    expect(logResponse.json).toMatchObject([
      { isTest: true, status: "sent", subject: "[Test] Hello Rosalind", toEmail: ADDRESS },
    ]);
    const [entry] = await sql<{ after: Record<string, unknown> }[]>`
      select after from public.audit_log where table_name = 'email_outbox' and row_id = ${logResponse.json[0].id}`;
    expect(entry?.after).toMatchObject({
      template_name: "Donation Confirmation",
      to_email: "erased",
    });
  });

  it("goes to the administrator's own email by default, for every kind of email", async () => {
    const [account] = await sql<{ email: string }[]>`
      select email from auth.users where id = ${admin.id}`;
    for (const [name, { subject, htmlContent }] of Object.entries(builtInTemplates)) {
      // There are more kinds of emails than the number of test emails that the limit allows per hour.
      await clearRateLimits();
      const { json } = await call("POST", "/test", { name, subject, htmlContent });
      expect(json.message, name).toBe(
        `The test email will go to ${account?.email} within a minute`,
      );
    }
    const emails = await sendEmails();
    expect(emails).toHaveLength(Object.keys(builtInTemplates).length);
    expect(new Set(emails.map(({ to }) => to))).toEqual(new Set([account?.email]));
    for (const { headers } of emails) expect(headers.get("subject")?.[0]).toMatch(/^\[Test\] /);
  });

  it("is refused immediately if the template is invalid", async () => {
    const invalidTemplate = newTemplate({
      name: "Event Reminder",
      htmlContent: "<p>{{eventDay}} it is</p>",
    });
    const { status, json } = await call("POST", "/test", { ...invalidTemplate, toEmail: ADDRESS });
    expect([status, json.issues[0].path]).toEqual([400, "htmlContent"]);
    expect(await readOutbox()).toEqual([]);
  });
});
