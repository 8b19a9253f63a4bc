import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { createDonorLinkToken } from "./donor-session.ts";
import { clearRateLimits, request, signInAdmin, sql } from "./stack.ts";

const word = uniqueWord();
const typo = `${word}-typo@example.org`;
const current = `${word}+o'neil@example.org`;
let token = "";
let donorId = "";
let donationId = "";

beforeAll(async () => {
  token = (await signInAdmin("treasurer")).token;
  await clearRateLimits();
  const [row] = await sql<[{ id: string; donorId: string }]>`
    insert into public.donations (first_name, last_name, email, amount, is_demo, status)
    values ('Yeer', 'Lee', ${typo}, 50, true, 'completed') returning id, donor_id as "donorId"`;
  ({ id: donationId, donorId } = row);
});
afterAll(async () => {
  await sql`delete from public.email_outbox where to_email like ${`${word}%`}`;
  await sql`delete from public.donor_links where email_key like ${`${word}%`}`;
  await sql`delete from public.donations where donor_id = ${donorId}`;
  await sql`delete from public.donors where id = ${donorId}`;
});

const readMails = () => sql<{ id: string; template: string; to: string; name: string }[]>`
  select id, template_name as template, to_email as to, to_name as name from public.email_outbox
  where to_email like ${`${word}%`} order by created_at, id`;
/** Claims the emails of this test, as the mailer does, and marks them as sent. */
async function sendMails() {
  await sql.begin(async (tx) => {
    await tx`
      update public.email_outbox set next_attempt_at = now() + interval '1 hour'
      where to_email not like ${`${word}%`} and status in ('queued', 'sending')`;
    await tx`select private.take_emails(100, '{}', '{}')`;
    await tx`
      update public.email_outbox set status = 'sent', sent_at = now(), subject = 'Sent'
      where to_email like ${`${word}%`} and status = 'sending'`;
    await tx`
      update public.email_outbox set next_attempt_at = now()
      where to_email not like ${`${word}%`} and status in ('queued', 'sending')`;
  });
}
const resend = (id: string, body?: object) =>
  request("POST", `/api/email-outbox/${id}/resend`, { token, ...(body && { body }) });
const readListed = async () => {
  const path = `/api/email-outbox?donorId=${donorId}&templateName=Donation%20Confirmation`;
  return (await request("GET", path, { token })).json[0] as Record<string, string | null>;
};

describe("threat 21: a donor whose name and address are corrected", () => {
  it("gets a receipt that was sent again where the administrator chooses, with its text, and links end at a mistaken address", async () => {
    await sql`select private.queue_receipt(${donationId})`;
    await sendMails();
    const [receipt] = await readMails();
    const linkToken = await createDonorLinkToken(typo);
    const update = await request("PUT", `/api/donors/${donorId}`, {
      token,
      body: { firstName: "Year", lastName: "Lee", email: current, isFormerEmailMistaken: true },
    });
    expect(update.status, update.text).toBe(200);
    const opened = await request("POST", "/api/gift-links/redeem", { body: { token: linkToken } });
    expect([opened.status, opened.json.code]).toEqual([401, "gift_link_invalid"]);
    await request("POST", "/api/gift-links", { body: { email: typo } });
    expect(await readListed()).toMatchObject({ toEmail: typo, currentEmail: current });

    const id = receipt!.id;
    expect((await resend(id, { toEmail: `${word}-x@example.org` })).json).toMatchObject({
      issues: [{ path: "toEmail" }],
    });
    await resend(id, { toEmail: typo });
    await sendMails();
    expect(await readListed()).toMatchObject({ toEmail: typo, toName: "Yeer Lee" });
    await resend(id);
    await sendMails();
    expect(await readListed()).toMatchObject({
      toEmail: current,
      currentEmail: null,
      toName: "Yeer Lee",
    });
    // The link request above came in under the mistaken address.
    expect((await readMails()).map(({ template }) => template)).toEqual(["Donation Confirmation"]);
  });

  it("has a mistaken address that opens links again once an administrator takes that back, and the other way around", async () => {
    const mark = (address: string, isMistaken: boolean) =>
      request("PUT", `/api/donors/${donorId}/other-addresses`, {
        token,
        body: { address, isMistaken },
      });
    const redeem = async () => {
      const linkToken = await createDonorLinkToken(typo);
      return (await request("POST", "/api/gift-links/redeem", { body: { token: linkToken } }))
        .status;
    };
    const taken = await mark(typo.toUpperCase(), false);
    expect(taken.json.otherAddresses).toEqual([{ address: typo, isMistaken: false }]);
    expect(await redeem()).toBe(200);
    expect((await mark(typo, true)).json.otherAddresses).toEqual([
      { address: typo, isMistaken: true },
    ]);
    expect(await redeem()).toBe(401);
    for (const address of [current, `${word}-nobody@example.org`]) {
      expect((await mark(address, true)).status).toBe(404);
    }
    const entries = await sql`
      select actor_name as actor, after from public.audit_log
      where table_name = 'donors' and row_id = ${donorId} and after ? 'is_former_address_mistaken' order by id desc limit 2`;
    expect(entries).toEqual([
      { actor: "treasurer", after: { is_former_address_mistaken: true } },
      { actor: "treasurer", after: { is_former_address_mistaken: false } },
    ]);
  });

  it("can get the receipt anew under the current name, once, and the audit log says who sent it", async () => {
    const readDonation = async () =>
      (await request("GET", `/api/donations/${donationId}`, { token })).json;
    const { isReceiptOutdated, receiptNumber } = await readDonation();
    expect(isReceiptOutdated).toBe(true);
    const path = `/api/donations/${donationId}/corrected-receipts`;
    const responses = [
      await request("POST", path, { token }),
      await request("POST", path, { token }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 404]);
    expect((await readDonation()).isReceiptOutdated).toBe(false);
    const [mail] = await sql`
      select to_email as to, to_name as name, data from public.email_outbox
      where template_name = 'Corrected Receipt' and to_email = ${current}`;
    expect(mail).toMatchObject({
      to: current,
      name: "Year Lee",
      data: { name: "Year", receiptNumber, replacedReceiptNumber: receiptNumber },
    });
    const [entry] = await sql`
      select action, actor_name as actor from public.audit_log
      where table_name = 'email_outbox' order by id desc limit 1`;
    expect(entry).toEqual({ action: "insert", actor: "treasurer" });
  });

  it("is greeted with the salutation, and papers carry the addressee", async () => {
    await request("PUT", `/api/donors/${donorId}`, {
      token,
      body: { addressee: "Year and Jane Lee", salutation: "Year and Jane" },
    });
    await sendMails();
    const [mail] = await sql`
      select to_name as name, data ->> 'firstName' as greeting from public.email_outbox
      where template_name = 'Corrected Receipt' and to_email = ${current}`;
    expect(mail).toEqual({ name: "Year and Jane Lee", greeting: "Year and Jane" });
    const [paper] = await sql`
      select private.donation_receipt(${donationId}) -> 'donor' ->> 'name' as name`;
    expect(paper).toEqual({ name: "Year and Jane Lee" });
  });
});
