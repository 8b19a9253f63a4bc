import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type Mailer, startMailer } from "../mail/mailer.ts";
import { resumeMail, sql, postponeEmails } from "./stack.ts";

const EMAIL_ADDRESS = "provided@example.org";

interface ReceivedRequest {
  readonly idempotencyKey: string;
  readonly authorization: string;
  readonly body: { readonly to: readonly string[]; readonly subject: string };
}
const requests: ReceivedRequest[] = [];
/** The provider's next response. `lost` closes the connection without a response. */
let nextStatus: number | "lost" = 200;
/** Called once the provider has the email, before it responds. */
let onReceived: () => void = () => undefined;

/** A fake email provider with `POST /emails`. */
const provider = http.createServer((request, response) => {
  let text = "";
  request.on("data", (chunk: Buffer) => (text += chunk.toString()));
  request.on("end", () => {
    const { authorization = "", "idempotency-key": idempotencyKey } = request.headers;
    requests.push({
      authorization,
      idempotencyKey: String(idempotencyKey),
      body: JSON.parse(text) as ReceivedRequest["body"],
    });
    onReceived();
    if (nextStatus === "lost") return request.socket.destroy();
    const status = request.url === "/v1/emails" ? nextStatus : 404;
    const error = { statusCode: status, name: "validation_error", message: "No." };
    return response.writeHead(status).end(JSON.stringify(status === 200 ? { id: "1" } : error));
  });
});

const createMailer = () =>
  startMailer({
    MAIL_TRANSPORT: "http",
    MAIL_API_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`,
    MAIL_API_KEY: "re_test",
    MAIL_FROM: "gifts@example.org",
  });

let mailer: Mailer;
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  mailer = await createMailer();
  await postponeEmails();
});
afterEach(async () => {
  nextStatus = 200;
  onReceived = () => undefined;
  requests.length = 0;
  await resumeMail();
  await sql`delete from public.email_outbox where to_email = ${EMAIL_ADDRESS}`;
});
afterAll(async () => {
  mailer.process.kill("SIGKILL");
  provider.close();
});

async function queueEmail(): Promise<string> {
  const [row] = await sql<[{ id: string }]>`
    insert into public.email_outbox (template_name, to_email, to_name)
    values ('Application Received', ${EMAIL_ADDRESS}, 'Ada Lovelace') returning id`;
  return row.id;
}
const readState = async (id: string) =>
  (await sql`select status, last_error from public.email_outbox where id = ${id}`)[0];

it("the mailer sends an email through the provider's API with the row's id as idempotency key", async () => {
  const id = await queueEmail();
  expect(await mailer.run()).toEqual({ sent: 1, delayed: 0, held: 0, failed: 0 });
  expect(requests).toEqual([
    {
      idempotencyKey: `${id}.0`,
      authorization: "Bearer re_test",
      body: expect.objectContaining({
        from: '"Lamplight Care Packages" <gifts@example.org>',
        to: [EMAIL_ADDRESS],
        reply_to: "hello@example.org",
        subject: "Application received",
      }),
    },
  ]);
  expect(await readState(id)).toEqual({ status: "sent", last_error: null });
});

it.each([
  [422, "failed", "The email provider returned 422"],
  [403, "queued", "The email provider returned 403"],
  [503, "queued", "The email provider returned 503"],
  [429, "queued", "The email provider returned 429"],
  ["lost", "queued", "The email provider isn't responding"],
] as const)(
  "a response of %s from the provider leaves the email %s with the reason",
  async (providerStatus, emailStatus, reason) => {
    const id = await queueEmail();
    nextStatus = providerStatus;
    await mailer.run();
    expect(await readState(id)).toEqual({
      status: emailStatus,
      last_error: expect.stringContaining(reason),
    });
  },
);

it("the mailer sends an email again with the same key when the response was lost", async () => {
  const id = await queueEmail();
  nextStatus = "lost";
  await mailer.run();
  nextStatus = 200;
  await sql`update public.mail_transport set paused_until = now()`;
  expect(await mailer.run()).toMatchObject({ sent: 1 });
  expect(requests.length).toBeGreaterThan(1);
  expect(new Set(requests.map(({ idempotencyKey }) => idempotencyKey))).toEqual(
    new Set([`${id}.0`]),
  );
});

it.each([1, 5, 10])(
  "threat 31: a mailer killed while sending email %i of 10 loses none, and each keeps one idempotency key",
  async (emailNumber) => {
    const ids = await Promise.all(Array.from({ length: 10 }, queueEmail));
    const killedMailer = await createMailer();
    const exitPromise = once(killedMailer.process, "exit");
    onReceived = () =>
      void (requests.length === emailNumber && killedMailer.process.kill("SIGKILL"));
    await Promise.all([exitPromise, killedMailer.run()]);
    const [{ count }] = await sql<[{ count: number }]>`
      select count(*)::int from public.email_outbox where to_email = ${EMAIL_ADDRESS} and status <> 'sent'`;
    expect(count).toBeGreaterThan(0);

    await sql`update public.email_outbox set next_attempt_at = now() where to_email = ${EMAIL_ADDRESS}`;
    expect(await mailer.run()).toMatchObject({ sent: count, delayed: 0 });
    // A provider with idempotency keys delivers one email per key (docs/decisions/0009).
    const idempotencyKeys = new Set(requests.map(({ idempotencyKey }) => idempotencyKey));
    expect([...idempotencyKeys].toSorted()).toEqual(ids.map((id) => `${id}.0`).toSorted());
  },
);
