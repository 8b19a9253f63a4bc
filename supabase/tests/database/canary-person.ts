import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import type { PersonRecord } from "../../functions/_shared/contracts/person-records.ts";
import type { Transaction } from "./connection.ts";

type Connection = Sql | Transaction;

/** A person whose records have a unique word in each field, so that a search finds every copy of a value. */
export interface CanaryPerson {
  /** The beginning of each of the person's words. */
  readonly marker: string;
  /** One word for each field. */
  readonly words: readonly string[];
  readonly email: string;
  readonly donorId: string;
  readonly volunteerId: string;
  readonly loginId: string;
  readonly applicationId: string;
  readonly records: readonly PersonRecord[];
}

const randomLetters = (length: number) =>
  Array.from({ length }, () => String.fromCodePoint(97 + Math.floor(Math.random() * 26))).join("");

/** Returns words such as `canaryqzkvbwtaa`. They don't contain digits, because some columns don't accept them. */
function createWords() {
  const marker = `canary${randomLetters(7)}`;
  const words: string[] = [];
  const word = () => {
    const position = words.length;
    words.push(marker + String.fromCodePoint(97 + Math.floor(position / 26), 97 + (position % 26)));
    return words.at(-1)!;
  };
  return { marker, words, word };
}

type Words = ReturnType<typeof createWords>;

async function addDonor(sql: Connection, { word }: Words, email: string) {
  const [donor] = await sql<[{ id: string }]>`
    insert into public.donors (first_name, last_name, email, phone, address, notes, tags)
    values (${word()}, ${word()}, ${email}, ${word()}, ${word()}, ${word()}, jsonb_build_array(${word()}::text))
    returning id`;
  const otherEmail = `${word()}@example.org`;
  await sql`
    insert into public.donor_emails (email_key, donor_id)
    values (${email}, ${donor.id}), (${otherEmail}, ${donor.id})`;
  const [merged] = await sql<[{ id: string }]>`
    insert into public.donors (first_name, last_name, merged_into_id)
    values (${word()}, 'Merged', ${donor.id}) returning id`;
  await sql`
    with merge as (
      insert into public.donor_merges (kept_id, merged_id, merged_name, choices, donation_count, kept_before, kept_after, merged_by)
      values (
        ${donor.id}, ${merged.id}, ${word()}, '{}', 0, jsonb_build_object('phone', ${word()}::text),
        jsonb_build_object('phone', ${word()}::text), 'admin'
      )
      returning id
    )
    insert into public.merge_moves (merge_id, table_name, column_name, row_key)
    select merge.id, 'donor_emails', 'donor_id', ${`${word()}@example.org`} from merge`;
  await sql`
    insert into public.donor_tasks (donor_id, text, due_on, created_by)
    values (${donor.id}, ${word()}, '2026-12-01', 'admin')`;
  await sql`
    insert into public.former_donor_details (donor_id, field, value, replaced_by)
    values (${donor.id}, 'address', ${word()}, 'admin')`;
  await sql`
    insert into public.imported_records (kind, source, source_id, record_id, import_id)
    values ('donor', 'givebutter', ${word()}, ${donor.id}, ${await addFailedImport(sql, `${word()} ${email}`)})`;
  return donor.id;
}

/** Adds an import that failed with this message. */
export async function addFailedImport(sql: Connection, failure: string): Promise<string> {
  const [entry] = await sql<[{ id: string }]>`
    insert into public.imports (
      kind, source, file_name, file_hash, headings, mapping, row_count, is_demo, state, started_by, failure, imported_at
    )
    values (
      'donors', 'givebutter', 'people.csv', ${"0".repeat(64)}, '[]', '{}', 1, false, 'imported', 'admin',
      ${failure}, now()
    )
    returning id`;
  return entry.id;
}

async function addDonations(sql: Connection, { word }: Words, email: string, donorId: string) {
  const [donation] = await sql<[{ id: string }]>`
    insert into public.donations (
      donor_id, first_name, last_name, email, amount, status, completed_at, in_honor_of, note, failure_reason,
      stripe_payment_intent_id
    )
    values (
      ${donorId}, ${word()}, ${word()}, ${email}, 120, 'completed', now() - interval '3 days', ${word()}, ${word()},
      ${word()}, ${`pi_${randomUUID()}`}
    )
    returning id`;
  await sql`
    insert into public.donations (donor_id, first_name, last_name, amount, status, completed_at, method, reference)
    values (${donorId}, 'Check', ${word()}, 80, 'completed', now() - interval '9 years', 'check', ${word()})`;
  await sql`
    insert into public.donation_adjustments (donation_id, kind, amount, status, reason)
    values (${donation.id}, 'refund', 20, 'succeeded', ${word()})`;
  await sql`
    insert into public.subscriptions (
      donor_id, first_name, last_name, email, amount, status, in_honor_of, cancel_reason, canceled_by, cancel_requested_at
    )
    values (${donorId}, ${word()}, ${word()}, ${email}, 25, 'canceled', ${word()}, ${word()}, 'admin', now())`;
  await sql`
    insert into public.noncash_donations (donor_id, kind, description, note, received_on, voided_at, void_reason)
    values (${donorId}, 'goods', ${word()}, ${word()}, '2026-01-02', now(), ${word()})`;
  const [card] = await sql<[{ id: string }]>`
    insert into public.email_outbox (template_name, to_email, to_name, data)
    values ('Tribute Card', 'friend@example.org', 'Friend', jsonb_build_object('donorName', ${word()}::text))
    returning id`;
  await sql`
    insert into public.tributes (donation_id, recipient_name, recipient_email, message, send_on, email_id, status, left_at)
    values (${donation.id}, ${word()}, 'friend@example.org', ${word()}, '2026-12-24', ${card.id}, 'queued', now())`;
  return donation.id;
}

async function addVolunteer(sql: Connection, { word }: Words, email: string, loginId: string) {
  await sql`
    insert into public.volunteer_accounts (id, email, first_name, last_name, activated_at)
    values (${loginId}, ${email}, ${word()}, ${word()}, now())`;
  const [volunteer] = await sql<[{ id: string }]>`
    insert into public.volunteers (
      account_id, name, email, former_emails, phone, zip_code, city, state, availability, interests,
      emergency_contact_name, emergency_contact_phone, notes, tags, opening_hours, total_hours
    )
    values (
      ${loginId}, ${word()}, ${email}, jsonb_build_array(${`${word()}@example.org`}::text), ${word()}, '76102', ${word()},
      ${word()}, 'flexible', ${word()}, ${word()}, ${word()}, ${word()}, jsonb_build_array(${word()}::text), 10, 10
    )
    returning id`;
  await sql`
    insert into public.volunteer_qualifications (volunteer_id, kind, label, completed_on)
    values (${volunteer.id}, 'training', ${word()}, '2026-01-10')`;
  await sql`
    insert into public.email_changes (account_id, email) values (${loginId}, ${`${word()}@example.org`})`;
  await addVolunteerMerge(sql, { word }, volunteer.id);
  const [application] = await sql<[{ id: string }]>`
    insert into public.volunteer_applications (
      user_id, first_name, last_name, email, phone, city, availability, interests, status, reviewed_at, review_notes
    )
    values (
      ${loginId}, ${word()}, ${word()}, ${email}, ${word()}, ${word()}, 'flexible', ${word()}, 'approved', now(), ${word()}
    )
    returning id`;
  await sql`
    insert into public.volunteer_highlights (volunteer_id, title, message, image_url, image_alt)
    values (
      ${loginId}, ${word()}, ${word()}, ${`/images/highlights/${loginId}/${randomUUID()}`}, ${word()}
    )`;
  const [meeting] = await sql<[{ id: string }]>`
    insert into public.events (event_type, date, start_time, end_time, address)
    values ('Food Drive', '2026-01-10', '09:00', '12:00', '1 Main St')
    returning id`;
  await sql`
    insert into public.volunteer_event_registrations (volunteer_id, event_id, attendance)
    values (${loginId}, ${meeting.id}, 'confirmed')`;
  return { volunteerId: volunteer.id, applicationId: application.id };
}

async function addVolunteerMerge(sql: Connection, { word }: Pick<Words, "word">, keptId: string) {
  await sql`
    with merged as (
      insert into public.volunteers (name, email, phone, merged_into_id)
      values (${word()}, ${`${word()}@example.org`}, ${word()}, ${keptId})
      returning id
    ),
    merge as (
      insert into public.volunteer_merges (
        kept_id, merged_id, merged_name, merged_email, choices, registration_count, kept_before, kept_after, merged_by
      )
      select ${keptId}, merged.id, ${word()}, ${`${word()}@example.org`}, '{}', 0,
        jsonb_build_object('phone', ${word()}::text), jsonb_build_object('phone', ${word()}::text), 'admin'
      from merged
      returning id
    )
    insert into public.merge_moves (merge_id, table_name, column_name, row_key, row_before)
    select merge.id, 'volunteer_qualifications', 'volunteer_id', gen_random_uuid()::text, jsonb_build_object('label', ${word()}::text)
    from merge`;
}

async function addContent(sql: Connection, { word }: Words): Promise<PersonRecord[]> {
  const [row] = await sql<[{ story: string; letter: string; member: string; place: string }]>`
    with story as (
      insert into public.testimonials (name, title, content, image_url, image_alt)
      values (${word()}, ${word()}, ${word()}, ${`/images/stories/${randomUUID()}`}, ${word()}) returning id
    ),
    letter as (
      insert into public.children_letters (text, writer) values (${word()}, ${`${word()}, 9`}) returning id
    ),
    member as (
      insert into public.team_members (name, role, image_url, image_alt)
      values (${word()}, ${word()}, ${`/images/site/${randomUUID()}/800x600`}, ${word()}) returning id
    ),
    place as (
      insert into public.locations (name, address, city, state, zip_code, contact_person_name)
      values ('Depot', '1 Main St', 'Waco', 'TX', '76701', ${word()}) returning id
    )
    select story.id as story, letter.id as letter, member.id as member, place.id as place
    from story, letter, member, place`;
  return [
    { kind: "testimonial", id: row.story },
    { kind: "children_letter", id: row.letter },
    { kind: "team_member", id: row.member },
    { kind: "location", id: row.place },
  ];
}

async function addMailAndLogs(sql: Connection, { word }: Words, email: string, donorId: string) {
  await sql`
    insert into public.email_outbox (template_name, to_email, to_name, data, subject, last_error)
    values ('Donation Confirmation', ${email}, ${word()}, jsonb_build_object('name', ${word()}::text), ${word()}, ${word()})`;
  await sql`insert into public.donor_links (email_key, expires_at) values (${email}, now() + interval '1 day')`;
  await sql`insert into public.card_opt_outs (mailbox) values (${email})`;
  await sql`insert into public.admin_invitations (email) values (${email})`;
  await sql`
    insert into public.import_rows (import_id, row_number, cells, fields)
    values (${await addFailedImport(sql, `${word()} ${email}`)}, 1, jsonb_build_array(${email}::text, ${word()}::text), jsonb_build_object('notes', ${word()}::text))`;
  await sql`
    insert into public.idempotency_keys (user_id, operation, key, request_hash, response)
    values (${randomUUID()}, 'addDonorTask', 'key', 'hash', jsonb_build_object('donorId', ${donorId}::text, 'text', ${word()}::text))`;
  await sql`
    insert into public.audit_log (actor_name, action, table_name, row_id, before, after)
    values
      ('admin', 'update', 'donors', ${donorId}, jsonb_build_object('phone', ${word()}::text), jsonb_build_object('phone', ${word()}::text)),
      ('admin', 'update', 'settings', ${randomUUID()}, null, jsonb_build_object('x_url', ${email}::text))`;
}

/** Adds a person who has every kind of record that a person can have, with a login from `createLogin`. */
export async function addCanaryPerson(
  sql: Connection,
  createLogin: (email: string) => Promise<string>,
): Promise<CanaryPerson> {
  const words = createWords();
  const email = `${words.word()}@example.org`;
  const loginId = await createLogin(email);
  const donorId = await addDonor(sql, words, email);
  await addDonations(sql, words, email, donorId);
  const { volunteerId, applicationId } = await addVolunteer(sql, words, email, loginId);
  const content = await addContent(sql, words);
  await addMailAndLogs(sql, words, email, donorId);
  return {
    marker: words.marker,
    words: words.words,
    email,
    donorId,
    volunteerId,
    loginId,
    applicationId,
    records: [
      { kind: "donor", id: donorId },
      { kind: "volunteer", id: volunteerId },
      { kind: "volunteer_application", id: applicationId },
      { kind: "mailbox", id: email },
      ...content,
    ],
  };
}

/** Returns the rows of all tables, including those of Auth and Storage, that contain a text, as `schema.table: row`. */
export async function findText(sql: Connection, text: string): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', relation.relnamespace::regnamespace, relation.relname) as name
    from pg_class as relation
    where relation.relkind in ('r', 'p') and relation.relnamespace::regnamespace::text
      not in ('pg_catalog', 'information_schema', 'supabase_migrations')
      and relation.relnamespace::regnamespace::text not like 'pg_toast%'
      and has_table_privilege(relation.oid, 'select')
    order by 1`;
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await sql.unsafe<{ row: string }[]>(
      `select entry::text as row from ${name} as entry where entry::text ilike '%' || $1 || '%'`,
      [text],
    );
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}
