import { once } from "node:events";
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
/** `lost`: the connection is closed without an answer. */
let status: number | "lost" = 200;
/** Asked before the answer, when the provider has the mail. */
let takes: () => void = () => undefined;

/** A provider with `POST /emails`. */
const provider = http.createServer((request, response) => {
  let text = "";
  request.on("data", (chunk: Buffer) => (text += chunk.toString()));
  request.on("end", () => {
    const { authorization: bearer = "", "idempotency-key": key } = request.headers;
    asked.push({ bearer, key: String(key), body: JSON.parse(text) as Asked["body"] });
    takes();
    if (status === "lost") return request.socket.destroy();
    return response.writeHead(request.url === "/v1/emails" ? status : 404).end('{"id":"1"}');
  });
});

const aMailer = () =>
  startMailer({
    MAIL_TRANSPORT: "http",
    MAIL_API_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`,
    MAIL_API_KEY: "re_test",
    MAIL_FROM: "gifts@example.org",
  });

let mailer: Mailer;
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  mailer = await aMailer();
  await sql`
    update public.email_outbox set next_attempt_at = now() + interval '1 day'
    where status in ('queued', 'sending')`;
});
afterEach(async () => {
  status = 200;
  takes = () => undefined;
  asked.length = 0;
  await sql`delete from public.email_outbox where to_email = ${ADDRESS}`;
});
afterAll(async () => {
  mailer.process.kill("SIGKILL");
  provider.close();
});

async function queue(): Promise<string> {
  const [row] = await sql<[{ id: string }]>`
    insert into public.email_outbox (template_name, to_email, to_name)
    values ('Application Received', ${ADDRESS}, 'Ada Lovelace') returning id`;
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
        subject: "Application received",
      }),
    },
  ]);
  expect(await stateOf(id)).toEqual({ status: "sent", last_error: null });
});

it.each([
  [422, "failed", "The email provider returned 422"],
  [403, "queued", "The email provider returned 403"],
  [503, "queued", "The email provider returned 503"],
  ["lost", "queued", "The email provider isn't responding"],
] as const)(
  "a provider's answer %s leaves it %s, with the reason",
  async (answer, state, reason) => {
    const id = await queue();
    status = answer;
    await mailer.run();
    expect(await stateOf(id)).toEqual({
      status: state,
      last_error: expect.stringContaining(reason),
    });
  },
);

it("a mail that the provider took without saying so goes again under the same name", async () => {
  const id = await queue();
  status = "lost";
  await mailer.run();
  status = 200;
  await sql`update public.email_outbox set next_attempt_at = now() where id = ${id}`;
  expect(await mailer.run()).toMatchObject({ sent: 1 });
  expect(asked.length).toBeGreaterThan(1);
  expect(new Set(asked.map(({ key }) => key))).toEqual(new Set([`${id}.0`]));
});

it.each([1, 5, 10])(
  "threats row 31: a mailer killed as mail %i of 10 reached the provider loses none, and none has two names, so none goes out twice",
  async (number) => {
    const ids = await Promise.all(Array.from({ length: 10 }, queue));
    const doomed = await aMailer();
    const died = once(doomed.process, "exit");
    takes = () => void (asked.length === number && doomed.process.kill("SIGKILL"));
    await Promise.all([died, doomed.run()]);
    const [{ count }] = await sql<[{ count: number }]>`
      select count(*)::int from public.email_outbox where to_email = ${ADDRESS} and status <> 'sent'`;
    expect(count).toBeGreaterThan(0);

    await sql`update public.email_outbox set next_attempt_at = now() where to_email = ${ADDRESS}`;
    expect(await mailer.run()).toMatchObject({ sent: count, delayed: 0 });
    // One of a name is all that a provider with idempotency keys sends on (docs/decisions/0009).
    const names = new Set(asked.map(({ key }) => key));
    expect([...names].toSorted()).toEqual(ids.map((id) => `${id}.0`).toSorted());
  },
);
