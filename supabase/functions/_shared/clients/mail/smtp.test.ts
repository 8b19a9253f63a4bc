import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SmtpDouble } from "../../../../tests/mail/smtp-double.ts";
import { TEST_AUTHORITY, TEST_CERTIFICATE } from "../../../../tests/mail/test-certificate.ts";
import { createSmtpTransport } from "./smtp.ts";
import {
  MailRefusedError,
  MailUnavailableError,
  type OutgoingMail,
  requirePlainHeaders,
} from "./transport.ts";

let server: SmtpDouble;
let port = 0;
beforeEach(async () => {
  server = new SmtpDouble();
  port = await server.listen();
});
afterEach(() => {
  server.close();
});

const mail: OutgoingMail = {
  key: "5d1f0c53-8a77-4b0e-9c55-1f2a6f0d7a01.0",
  kind: "Gift Link",
  from: { name: "Lamplight, Inc.", address: "hello@example.org" },
  replyTo: "office@example.org",
  to: { name: 'José "Pep" Díaz', address: "jose@example.com" },
  subject: "Your link — 100% yours",
  html: "<p>Hello</p>",
  text: "Hello\n.\nBye\n",
};
const timeoutsMs = { connect: 300, send: 1500 };
const settings: Parameters<typeof createSmtpTransport>[0] = {
  SMTP_HOST: "127.0.0.1",
  SMTP_PORT: 0,
  SITE_URL: "https://www.example.org",
};
const send = (
  settingChanges: Partial<typeof settings> = {},
  mailChanges: Partial<OutgoingMail> = {},
) =>
  createSmtpTransport(
    { ...settings, SMTP_PORT: port, ...settingChanges },
    timeoutsMs,
  )({ ...mail, ...mailChanges });

describe("the SMTP transport", () => {
  it("sends text and HTML, all addresses and a Message-ID that is stable across retries", async () => {
    await send({ SMTP_USER: "user", SMTP_PASSWORD: "pass" });
    await send();
    expect(server.receivedEmails).toHaveLength(2);
    for (const { from, to, headers, raw } of server.receivedEmails) {
      expect([from, to]).toEqual(["hello@example.org", "jose@example.com"]);
      expect(headers.get("from")).toEqual(['"Lamplight, Inc." <hello@example.org>']);
      expect(headers.get("reply-to")).toEqual(["office@example.org"]);
      expect(headers.get("message-id")).toEqual([`<${mail.key}@example.org>`]);
      expect(headers.get("auto-submitted")).toEqual(["auto-generated"]);
      expect(raw).toMatch(/multipart\/alternative[\s\S]*text\/plain[\s\S]*text\/html/);
    }
    expect(server.logins).toEqual(["user:pass"]);
  });

  it("attaches a file", async () => {
    const content = "BEGIN:VCALENDAR\r\nSUMMARY:Café\r\nEND:VCALENDAR\r\n";
    const attachment = { name: "shift.ics", mediaType: "text/calendar", content };
    await send({}, { attachment });
    const [{ raw }] = server.receivedEmails as [(typeof server.receivedEmails)[number]];
    expect(raw).toMatch(/Content-Type: text\/calendar[\s\S]*filename="?shift\.ics/);
    expect(raw).toMatch(/multipart\/mixed[\s\S]*multipart\/alternative/);
  });

  it.each([
    ["RCPT", "550 5.1.1 no such mailbox"],
    ["RCPT", "552 5.2.2 <jose@example.com>: Quota exceeded (mailbox for user is full)"],
    ["RCPT", "550 5.2.121 Recipient's per hour message receive limit exceeded"],
    ["content", "552 5.2.3 this is too long"],
    ["content", "552 5.3.4 Message size exceeds fixed limit"],
  ] as const)("throws MailRefusedError on a permanent error at %s", async (step, reply) => {
    server.behavior = { [step]: reply };
    const sendPromise = send();
    await expect(sendPromise).rejects.toBeInstanceOf(MailRefusedError);
    await expect(sendPromise).rejects.toThrow(reply);
  });

  it.each([
    ["RCPT", "452 4.2.2 mailbox full"],
    ["RCPT", "452 4.2.2 The email account that you tried to reach is over quota"],
    [
      "RCPT",
      "450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents delivery",
    ],
    ["content", "451 4.7.1 greylisted, come back"],
  ] as const)("allows a retry after a temporary error at %s", async (step, reply) => {
    server.behavior = { [step]: reply };
    const error = await send().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(MailRefusedError);
    expect(error).not.toBeInstanceOf(MailUnavailableError);
  });

  it.each([
    ["connect", "421 too busy"],
    ["connect", "drop"],
    ["EHLO", "drop"],
    ["AUTH", "535 5.7.8 wrong password"],
    ["MAIL", "550 5.7.1 this sender may not"],
    ["RCPT", "550 5.7.26 example.org does not pass DMARC"],
    ["RCPT", "554-5.7.1 our policy\r\n554 5.7.1 takes none of you"],
    ["content", "554 5.7.1 this looks like spam"],
    ["content", "554 5.3.0 our system is unwell"],
    ["MAIL", "451 4.3.0 try again later"],
    ["RCPT", "421 4.7.0 try again later"],
    ["content", "452 4.3.1 insufficient system storage"],
    ["RCPT", "drop"],
    ["content", "drop"],
  ] as const)(
    "throws MailUnavailableError on an error that would affect every email (%s: %s)",
    async (step, reply) => {
      server.behavior = { [step]: reply };
      const error = await send({ SMTP_USER: "user", SMTP_PASSWORD: "pass" }).catch(
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(MailUnavailableError);
      // Without a reply after the content, nobody knows whether the server accepted the email.
      const mayBeSent = step === "content" && reply === "drop";
      expect(error).toMatchObject({ reason: "outage", mayBeSent });
    },
  );

  it.each([
    ["AUTH", "451 Authentication failed: Maximum credits exceeded"],
    ["MAIL", "450 You have reached your daily email sending quota."],
    ["MAIL", "452 4.5.3 Daily message limit exceeded"],
    ["MAIL", "452 4.4.5 Messages per second limit exceeded"],
    [
      "MAIL",
      "550 5.4.5 Daily user sending limit exceeded. For more information on Gmail sending limits go to",
    ],
    ["RCPT", "550 5.7.1 Daily SMTP relay limit exceeded for customer"],
    [
      "RCPT",
      "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients",
    ],
    [
      "RCPT",
      "550 Domain example.org has exceeded the max emails per hour (150/150 (100%)) allowed",
    ],
    ["content", "454 Throttling failure: Daily message quota exceeded."],
    ["content", "454 Throttling failure: Maximum sending rate exceeded."],
    ["content", "450 4.7.1 Too many messages"],
  ] as const)("reports the provider's limit (%s: %s)", async (step, reply) => {
    server.behavior = { [step]: reply };
    const error = await send({ SMTP_USER: "user", SMTP_PASSWORD: "pass" }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(MailUnavailableError);
    expect(error).toMatchObject({ reason: "limit", mayBeSent: false });
  });

  it("throws MailUnavailableError if the server is down or doesn't respond", async () => {
    for (const step of ["connect", "EHLO", "RCPT", "content"] as const) {
      server.behavior = { [step]: "silent" };
      const error = await send().catch((reason: unknown) => reason);
      expect(error, step).toBeInstanceOf(MailUnavailableError);
      expect(error, step).toMatchObject({ mayBeSent: step === "content" });
    }
    server.close();
    await expect(send()).rejects.toThrow("can't be reached");
  });

  it("trusts a private certificate only with SMTP_CA", async () => {
    server.certificate = TEST_CERTIFICATE;
    const tlsSettings = { SMTP_HOST: "localhost", SMTP_TLS: "required" } as const;
    await expect(send(tlsSettings)).rejects.toBeInstanceOf(MailUnavailableError);
    expect(server.receivedEmails).toEqual([]);
    await send({ ...tlsSettings, SMTP_CA: TEST_AUTHORITY });
    expect(server.receivedEmails).toHaveLength(1);
  });

  it("never sends unencrypted if TLS is required", async () => {
    await expect(send({ SMTP_TLS: "required" })).rejects.toBeInstanceOf(MailUnavailableError);
    expect(server.receivedEmails).toEqual([]);
  });
});

describe("threat 30: email header injection", () => {
  const HEADER_PATTERN = /^(bcc|cc|x-evil|to|subject|content-type)$/;
  const findRelevantHeaders = () =>
    server.receivedEmails.map(({ headers }) =>
      [...headers.entries()].filter(([name]) => HEADER_PATTERN.test(name)),
    );

  it.each([
    "x\r\nBcc: evil@example.net",
    "x\nX-Evil: 1",
    "x\rTo: evil@example.net",
    "x\r\n\r\n<script>",
    "x\u0000y",
    "x\u0085Cc: evil@example.net",
    "x\u2028Bcc: evil@example.net",
  ])("is rejected with %j in a name or subject", (value) => {
    const mailVariants = [
      { subject: value },
      { to: { ...mail.to, name: value } },
      { from: { ...mail.from, name: value } },
    ];
    for (const mailChanges of mailVariants) {
      expect(() => requirePlainHeaders({ ...mail, ...mailChanges })).toThrow(MailRefusedError);
    }
  });

  it.each([
    "a@example.org\r\nBcc: b@example.org",
    "a@example.org,b@example.org",
    "a@example.org>\r\nRCPT TO:<b@example.org",
    "<a@example.org>",
    '"a b"@example.org',
    "a@b@example.org",
    "a@example.org;b@example.org",
    "a@[127.0.0.1]",
  ])("is rejected with %j as an address", (address) => {
    for (const mailChanges of [{ to: { name: "", address } }, { replyTo: address }]) {
      expect(() => requirePlainHeaders({ ...mail, ...mailChanges })).toThrow(MailRefusedError);
    }
  });

  it.each([
    '" <evil@example.net>, "',
    "evil@example.net, x",
    "=?utf-8?Q?=0D=0ABcc:evil@example.net?=",
    "a <evil@example.net>",
    "(evil@example.net)",
    "undisclosed:evil@example.net;",
  ])("adds no header or recipient with %j as a name and subject", async (text) => {
    await send({}, { to: { ...mail.to, name: text }, subject: text });
    expect(server.receivedEmails.map(({ to }) => to)).toEqual([mail.to.address]);
    const headerEntries = findRelevantHeaders().flat();
    expect(headerEntries.map(([name]) => name).toSorted()).toEqual([
      "content-type",
      "subject",
      "to",
    ]);
    expect(headerEntries.every(([, values]) => values.length === 1)).toBe(true);
  });
});
