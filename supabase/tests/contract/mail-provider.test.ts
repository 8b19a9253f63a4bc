import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type Mailer, startMailer } from "../mail/mailer.ts";
import { sql } from "./stack.ts";

const ADDRESS = "provided@example.org";

interface Asked {
  readonly key: string;
  readonly bearer: string;
  readonly body: { readonly to: readonly string[]; readonly subject: string };
}
const asked: Asked[] = [];
/** Statuses in turn, then 200; none: the connection is closed without an answer. */
let answers: (number | undefined)[] = [];

/** A provider with `POST /emails`. */
const provider = http.createServer((request, response) => {
  let text = "";
  request.on("data", (chunk: Buffer) => (text += chunk.toString()));
  request.on("end", () => {
    const { authorization: bearer = "", "idempotency-key": key } = request.headers;
    asked.push({ bearer, key: String(key), body: JSON.parse(text) as Asked["body"] });
    const status = answers.length > 0 ? answers.shift() : 200;
    if (status === undefined) return request.socket.destroy();
    // On a connection that was used before, Deno would ask once more by itself.
    const head = { Connection: "close" };
    return response.writeHead(request.url === "/v1/emails" ? status : 404, head).end('{"id":"1"}');
  });
});

let mailer: Mailer;
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  const { port } = provider.address() as AddressInfo;
  mailer = await startMailer({
    MAIL_TRANSPORT: "http",
    MAIL_API_URL: `http://127.0.0.1:${port}/v1`,
    MAIL_API_KEY: "re_test",
    MAIL_FROM: "gifts@example.org",
  });
  await sql`
    update public.email_outbox set next_attempt_at = now() + interval '1 day'
    where status in ('queued', 'sending')`;
});
afterEach(async () => {
  asked.length = 0;
  await sql`delete from public.email_outbox where to_email = ${ADDRESS}`;
});
afterAll(async () => {
  mailer.process.kill("SIGKILL");
  provider.close();
  await sql.end();
});

async function queue(): Promise<string> {
  const [row] = await sql<[{ id: string }]>`
    insert into public.email_outbox (template_name, to_email, to_name)
    values ('Account Reminder', ${ADDRESS}, 'Ada Lovelace') returning id`;
  return row.id;
}
const stateOf = async (id: string) =>
  (await sql`select status, last_error from public.email_outbox where id = ${id}`)[0];

it("a mail leaves by the provider's API, under the name of its row", async () => {
  const id = await queue();
  expect(await mailer.run()).toEqual({ sent: 1, delayed: 0, held: 0, failed: 0 });
  expect(asked).toEqual([
    {
      key: `${id}.0`,
      bearer: "Bearer re_test",
      body: expect.objectContaining({
        from: '"Lamplight Care Packages" <gifts@example.org>',
        to: [ADDRESS],
        reply_to: "hello@example.org",
        subject: "You have an account with us already",
      }),
    },
  ]);
  expect(await stateOf(id)).toEqual({ status: "sent", last_error: null });
});

it.each([
  [422, "failed", "The mail provider answered 422"],
  [403, "queued", "The mail provider answered 403"],
  [503, "queued", "The mail provider answered 503"],
  [undefined, "queued", "The mail provider does not answer"],
])("a provider that answers %s leaves it %s, with the reason", async (status, state, reason) => {
  const id = await queue();
  answers = [status];
  await mailer.run();
  expect(await stateOf(id)).toEqual({ status: state, last_error: expect.stringContaining(reason) });
  expect(asked).toHaveLength(1);
});

it("a mail that the provider took without saying so goes again under the same name", async () => {
  const id = await queue();
  answers = [undefined];
  await mailer.run();
  await sql`update public.email_outbox set next_attempt_at = now() where id = ${id}`;
  expect(await mailer.run()).toMatchObject({ sent: 1 });
  expect(asked.map(({ key }) => key)).toEqual([`${id}.0`, `${id}.0`]);
});
