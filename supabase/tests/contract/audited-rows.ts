import { randomUUID } from "node:crypto";
import { createRecordRow, type RecordKind } from "../records.ts";
import { uniqueWord } from "../unique-word.ts";
import { sql } from "./stack.ts";

/** Marks every row that these writes create, so that cleanup can find it. */
export const MARK = `audited-${uniqueWord()}`;
export const EMAIL_ADDRESS = `${MARK}@example.org`;

export const insertRow = async (statement: string): Promise<string> => {
  const [row] = await sql.unsafe<{ id: string }[]>(`${statement} returning id`);
  return row!.id;
};

export const createEventAdder =
  (day = "current_date + 90") =>
  () =>
    insertRow(`insert into public.events (event_type, date, start_time, end_time, address)
    values ('Food Drive', ${day}, '10:00', '11:00', '${MARK}')`);
export const addAccount = async () => {
  const id = await insertRow(
    `insert into auth.users (id, email) values (gen_random_uuid(), '${randomUUID()}@${MARK}.example.org')`,
  );
  await sql`
    insert into public.volunteer_accounts (id, email, first_name, last_name, activated_at)
    select id, email, 'Ada', 'Audited', now() from auth.users where id = ${id}`;
  await sql`
    insert into public.volunteers (account_id, name, email)
    select id, 'Ada Audited', email from auth.users where id = ${id}`;
  return id;
};
export const addWaitlistEntry = async () => {
  const [eventId, volunteerId] = [await createEventAdder()(), await addAccount()];
  return insertRow(
    `with slot as (
       insert into public.volunteer_shifts (event_id, title, max_volunteers) values ('${eventId}', '${MARK}', 1) returning id
     )
     insert into public.shift_waitlist (shift_id, volunteer_id) select id, '${volunteerId}' from slot`,
  );
};
export const addAuditedVolunteer = () =>
  insertRow(
    `insert into public.volunteers (name, email) values ('Ada', '${randomUUID()}@${MARK}.example.org')`,
  );
export const createRegistrationAdder = (day: string) => async () => {
  const [eventId, volunteerId] = [await createEventAdder(day)(), await addAccount()];
  return insertRow(
    `insert into public.volunteer_event_registrations (event_id, volunteer_id) values ('${eventId}', '${volunteerId}')`,
  );
};
export const addApplication = async () => {
  const userId = await insertRow(
    `insert into auth.users (id, email) values (gen_random_uuid(), '${randomUUID()}@${MARK}.example.org')`,
  );
  return insertRow(`insert into public.volunteer_applications (user_id, first_name, last_name, email, phone, zip_code, availability)
    select id, 'Ada', 'Audited', email, '(817) 555-0100', '76102', 'flexible' from auth.users where id = '${userId}'`);
};
export async function addRejectedApplication() {
  const id = await addApplication();
  await sql`
    update public.volunteer_applications set status = 'rejected', reviewed_at = now() where id = ${id}`;
  return id;
}
export const addAdministrator = async () => {
  const id = await insertRow(
    `insert into auth.users (id, email) values (gen_random_uuid(), '${randomUUID()}@${MARK}.example.org')`,
  );
  await sql`
    insert into public.users (id, username, user_type, areas) values (${id}, ${uniqueName()}, 'admin', '{content}')`;
  return id;
};
export const addAuditedDonor = () =>
  insertRow(`insert into public.donors (first_name, last_name, email)
    values ('Ada', 'Audited', '${uniqueName()}@example.org')`);
/** Adds a donor whose phone number was corrected. */
export const addCorrectedDonor = async () => {
  const id = await addAuditedDonor();
  await sql`update public.donors set phone = '(817) 555-0100' where id = ${id}`;
  await sql`update public.donors set phone = '(817) 555-0111' where id = ${id}`;
  return id;
};
export const addInvitation = () =>
  insertRow(`insert into public.admin_invitations (email, invited_by)
    select '${uniqueName()}@example.org', id from public.users where username = 'admin'`);
export const addRecordedDonation = () =>
  insertRow(`insert into public.donations (first_name, last_name, email, amount, is_demo, method, status)
    values ('Ada', 'Audited', '${uniqueName()}@example.org', 5, true, 'check', 'completed')`);
export const addRecurringDonation = () =>
  insertRow(`insert into public.subscriptions (first_name, last_name, email, amount, is_demo, status)
    values ('Ada', 'Audited', '${uniqueName()}@example.org', 5, true, 'active')`);
/** Adds a card that goes to a postal address and returns the card's id. */
export const addTribute = async () => {
  const donationId = await addRecordedDonation();
  await sql`update public.donations set in_honor_of = 'Paul' where id = ${donationId}`;
  return insertRow(`insert into public.tributes (donation_id, recipient_name, recipient_address, send_on)
    values ('${donationId}', 'Ruth', '1 Main Street', private.today())`);
};
export const addDeposit = () =>
  insertRow(`insert into public.deposits (deposited_on, slip_total, reference, is_demo)
    values ('2026-01-05', 5, '${MARK}', true)`);
/** Adds a donor whose first donation was made today. */
export const addDonorToCall = async () => {
  const donationId =
    await insertRow(`insert into public.donations (first_name, last_name, email, amount, is_demo, method, status, completed_at)
      values ('Ada', 'Audited', '${uniqueName()}@example.org', 5, true, 'check', 'completed', now())`);
  const [donor] = await sql<[{ id: string }]>`
    update public.donors set phone = '(817) 555-0100'
    where id = (select donor_id from public.donations where id = ${donationId}) returning id`;
  return donor.id;
};
/** Adds a merge of two donors that removed a phone number, and returns the merge's id. */
export const addDonorMerge = async () => {
  const [keptId, mergedId] = [await addAuditedDonor(), await addAuditedDonor()];
  await sql`update public.donors set merged_into_id = ${keptId} where id = ${mergedId}`;
  return insertRow(`insert into public.donor_merges (
      kept_id, merged_id, choices, donation_count, kept_before, kept_after, merged_by
    ) values ('${keptId}', '${mergedId}', '{}', 0, '{"phone": "817 555 0100"}', '{"phone": null}', 'admin')`);
};
/** Adds a volunteer with an account and returns the volunteer's id. */
export const addActiveVolunteer = async () => {
  const accountId = await addAccount();
  const [row] = await sql<[{ id: string }]>`
    select id from public.volunteers where account_id = ${accountId}`;
  return row.id;
};
/** Adds a merge of two volunteers that changed a phone number, and returns the merge's id. */
export const addVolunteerMerge = async () => {
  const [keptId, mergedId] = [await addActiveVolunteer(), await addActiveVolunteer()];
  const [row] = await sql<[{ id: string }]>`
    with merged as (
      update public.volunteers set merged_into_id = ${keptId} where id = ${mergedId} returning id, email, account_id
    ),
    closed as (
      update public.volunteer_accounts as account set is_active = false, merged_into_id = kept.account_id
      from merged, public.volunteers as kept
      where account.id = merged.account_id and kept.id = ${keptId}
    )
    insert into public.volunteer_merges (
      kept_id, merged_id, merged_name, merged_email, choices, registration_count, closed_account_id,
      was_account_active, kept_before, kept_after, merged_by
    )
    select ${keptId}, merged.id, 'Ada Audited', merged.email, '{}', 0, merged.account_id, true,
      private.volunteer_fields(kept) || '{"phone": "817 555 0100"}', private.volunteer_fields(kept), 'admin'
    from merged, public.volunteers as kept where kept.id = ${keptId}
    returning id`;
  return row.id;
};
export const addNoncashDonation = async (kind: string, shares: number | null) => {
  const donorId = await addAuditedDonor();
  return insertRow(`insert into public.noncash_donations (donor_id, kind, description, shares, received_on, is_demo)
    values ('${donorId}', '${kind}', '${MARK}', ${shares}, '2026-01-05', true)`);
};
export const NEW_IMPORT = {
  kind: "donations",
  source: MARK,
  fileName: "audited.csv",
  fileHash: "d".repeat(64),
  headings: ["Date", "Amount", "Name"],
  mapping: { date: 0, amount: 1, fullName: 2 },
  rowCount: 1,
};
export const addImport = () =>
  insertRow(`insert into public.imports (kind, source, file_name, file_hash, headings, mapping, row_count, is_demo)
    values ('donations', '${MARK}', 'audited.csv', '${"d".repeat(64)}', '[]', '{}', 1, true)`);
export const addHighlight = async () => {
  const volunteerId = await addAccount();
  return insertRow(
    `insert into public.volunteer_highlights (volunteer_id, title, message) values ('${volunteerId}', '${MARK}', 'Hello')`,
  );
};
export const addStory = () =>
  insertRow(
    `insert into public.testimonials (name, title, content) values ('${MARK}', 'Spouse', 'It came.')`,
  );
export const addDraft = () =>
  insertRow(`insert into public.blog_post_drafts (session, title) values ('${MARK}', '${MARK}')`);
export const addPreviewLink = async () => {
  const id = await addDraft();
  await sql`insert into public.preview_links (draft_id) values (${id})`;
  return id;
};
export const addEmail = () =>
  insertRow(
    `insert into public.email_outbox (template_name, to_email, status) values ('Audited', '${EMAIL_ADDRESS}', 'failed')`,
  );

/** Returns a unique name, because some columns require unique values. */
export const uniqueName = () => `${MARK}-${uniqueWord()}`;

/** Returns a function that adds a row with only the required fields. */
export const createRecordAdder = (kind: RecordKind) => async () => {
  const [row] = await sql<{ id: string }[]>`
    insert into ${sql(`public.${kind.table}`)} ${sql(await createRecordRow(kind, { word: uniqueName() }))} returning id`;
  return row!.id;
};
