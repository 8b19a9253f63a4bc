import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { request, signInAdmin, sql } from "./stack.ts";

const EMAIL_ADDRESS = "resent@example.org";
let token = "";
beforeAll(async () => {
  token = (await signInAdmin()).token;
});
afterAll(async () => {
  await sql`delete from public.email_outbox where to_email = ${EMAIL_ADDRESS}`;
});

async function addEmail(status: string): Promise<string> {
  const [row] = await sql<[{ id: string }]>`
    insert into public.email_outbox (template_name, to_email, status, attempts, last_error, sent_at)
    values (
      'Donation Receipt', ${EMAIL_ADDRESS}, ${status}, 5, 'mailbox full', ${status === "sent" ? new Date() : null}
    )
    returning id`;
  return row.id;
}

const resend = (id: string) => request("POST", `/api/email-outbox/${id}/resend`, { token });
const readState = async (id: string) =>
  (
    await sql`select status, attempts, resends, last_error, sent_at from public.email_outbox where id = ${id}`
  )[0];

describe("an email", () => {
  it.each(["failed", "held", "sent", "canceled"])(
    "is queued again as new if it is %s, with one audit entry",
    async (status) => {
      const id = await addEmail(status);
      expect((await resend(id)).json).toEqual({ message: "The email has been queued again" });
      expect(await readState(id)).toEqual({
        status: "queued",
        attempts: 0,
        // Gives the email a new idempotency key, because the provider drops a second email with the same one.
        resends: 1,
        last_error: null,
        sent_at: null,
      });
      const history = await sql<{ before: { status: string } }[]>`
        select before from public.audit_log where table_name = 'email_outbox' and row_id = ${id}`;
      expect(history.map(({ before }) => before.status)).toEqual([status]);
    },
  );

  it.each(["queued", "sending"])("isn't queued again if it is %s", async (status) => {
    const id = await addEmail(status);
    const { status: responseStatus, json } = await resend(id);
    expect([responseStatus, json.code]).toEqual([409, "conflict"]);
    expect(await readState(id)).toMatchObject({ status, attempts: 5 });
  });

  it("threat 31: resending all failed emails doesn't send any others", async () => {
    const [firstFailedId, secondFailedId] = [await addEmail("failed"), await addEmail("failed")];
    const otherStatuses = ["sent", "held", "canceled"];
    const idsByStatus = new Map<string, string>();
    for (const otherStatus of otherStatuses)
      idsByStatus.set(otherStatus, await addEmail(otherStatus));
    const resendFailedEmails = () => request("POST", "/api/email-outbox/resend-failed", { token });
    const { status, json } = await resendFailedEmails();
    expect(status).toBe(200);
    expect(json.count).toBeGreaterThanOrEqual(2);
    for (const id of [firstFailedId, secondFailedId]) {
      expect(await readState(id)).toMatchObject({
        status: "queued",
        attempts: 0,
        resends: 1,
        last_error: null,
      });
      const entries = await sql`
        select actor_name as actor from public.audit_log
        where table_name = 'email_outbox' and row_id = ${id} and action = 'update'`;
      expect([...entries]).toEqual([{ actor: "admin" }]);
    }
    for (const [otherStatus, id] of idsByStatus) {
      expect(await readState(id)).toMatchObject({ status: otherStatus, attempts: 5 });
    }
    expect((await resendFailedEmails()).json).toEqual({ count: 0 });
  });

  it("returns 404 for an unknown email", async () => {
    expect((await resend(randomUUID())).status).toBe(404);
  });
});

describe("a donor's emails", () => {
  it("are those to any of the donor's addresses, ignoring case", async () => {
    const word = uniqueWord();
    const addresses = [`${word}-old@example.org`, `${word}-new@example.org`];
    const [donor] = await sql<[{ id: string }]>`
      insert into public.donors (email) values (${addresses[1]!}) returning id`;
    await sql`
      insert into public.donor_emails (email_key, donor_id)
      select address, ${donor.id} from unnest(${addresses}::text[]) as address`;
    await sql`
      insert into public.email_outbox (template_name, to_email, status)
      select 'Donation Receipt', address, 'failed'
      from unnest(${[addresses[0]!.toUpperCase(), addresses[1]!, `${word}@example.org`]}::text[]) as address`;
    const { json } = await request("GET", `/api/email-outbox?donorId=${donor.id}`, { token });
    expect(
      (json as { toEmail: string }[]).map(({ toEmail }) => toEmail.toLowerCase()).toSorted(),
    ).toEqual(addresses.toSorted());
    await sql`delete from public.email_outbox where to_email ilike ${`${word}%`}`;
    await sql`delete from public.donors where id = ${donor.id}`;
  });
});
