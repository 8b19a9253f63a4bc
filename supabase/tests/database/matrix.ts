import { SEEDED_DONOR_ID } from "../records.ts";
import type { Transaction } from "./connection.ts";
import type { TableRights } from "./measure.ts";
import type { People } from "./people.ts";

/** Rows to try the permissions on. Each table and view of the schema needs an entry. */

/** Inserts a row and returns the condition that finds it again. */
async function insertRow(tx: Transaction, insert: string, key = "id"): Promise<string> {
  const [row] = await tx.unsafe<Record<string, string>[]>(
    `${insert} returning ${key}::text as key`,
  );
  return `${key}::text = '${row?.["key"]}'`;
}

async function insertShownAndHidden(
  tx: Transaction,
  insert: (isShown: boolean) => string,
): Promise<Record<string, string>> {
  return { shown: await insertRow(tx, insert(true)), hidden: await insertRow(tx, insert(false)) };
}

const postInsertSql = (isShown: boolean, publishedAt = "null") =>
  `insert into public.blog_posts (title, content, is_published, published_at)
   values ('T', 'C', ${isShown}, ${publishedAt})`;

const donorMergeInsertSql = (
  name: string,
) => `with kept as (insert into public.donors (email) values ('kept@example.org') returning id),
  merged as (insert into public.donors (email) values ('${name}@example.org') returning id)
  insert into public.donor_merges (kept_id, merged_id, choices, donation_count, merged_by)
  select kept.id, merged.id, '{}', 0, 'admin' from kept, merged`;

const volunteerMergeInsertSql = (
  name: string,
) => `with kept as (insert into public.volunteers (name, email) values ('V', 'kept-${name}@example.org') returning id),
  merged as (insert into public.volunteers (name, email) values ('V', '${name}@example.org') returning id)
  insert into public.volunteer_merges (kept_id, merged_id, choices, registration_count, merged_by)
  select kept.id, merged.id, '{}', 0, 'admin' from kept, merged`;

const volunteerDismissalInsertSql = (otherId: string) =>
  `insert into public.dismissed_volunteer_duplicates (first_volunteer_id, second_volunteer_id)
   values ('${KNOWN_DONOR_IDS[0]}', '${otherId}')`;

const mergeMoveInsertSql = (key: string) =>
  `insert into public.merge_moves (merge_id, table_name, column_name, row_key)
   values (gen_random_uuid(), 'donations', 'donor_id', '${key}')`;

const formerDetailInsertSql = `insert into public.former_donor_details (donor_id, field, value, replaced_by)
  values ('${SEEDED_DONOR_ID}', 'phone', '817 555 0100', 'admin')`;

/** In ascending order, because pairs of donors are stored that way. */
const KNOWN_DONOR_IDS = [
  "1b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c46",
  "2b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c46",
  "3b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c46",
] as const;

const dismissalInsertSql = (otherId: string) =>
  `insert into public.dismissed_duplicates (first_donor_id, second_donor_id)
   values ('${KNOWN_DONOR_IDS[0]}', '${otherId}')`;

const noncashInsertSql = `with donor as (insert into public.donors (email) values ('gifts@example.org') returning id)
  insert into public.noncash_donations (donor_id, kind, description, received_on)
  select id, 'goods', 'Socks', '2026-11-03' from donor`;

const donationInsertSql = (intent: string) =>
  `insert into public.donations (first_name, last_name, email, amount, stripe_payment_intent_id)
   values ('Ann', 'Lee', 'ann.lee@example.org', 50, '${intent}')`;

const eventInsertSql = (address: string) =>
  `insert into public.events (event_type, date, start_time, end_time, address)
   values ('Food Drive', private.today() + 30, '10:00', '12:00', '${address}')`;

const shiftInsertSql = (address: string) =>
  `insert into public.volunteer_shifts (event_id, title, max_volunteers)
   select id, 'Packing', 50 from public.events where address = '${address}'`;

const importInsertSql = (kind = "donations") =>
  `insert into public.imports (id, kind, source, file_name, file_hash, headings, mapping, row_count, is_demo, started_by)
   values (gen_random_uuid(), '${kind}', 'matrix', 'f.csv', repeat('a', 64), '[]', '{}', 2, true, 'admin')`;

const importRowInsertSql = (rowNumber: number, kind?: string) =>
  `with import as (${importInsertSql(kind)} returning id)
   insert into public.import_rows (import_id, row_number, cells, fields) select id, ${rowNumber}, '[]', '{}' from import`;

const verdictInsertSql = (
  rowNumber: number,
) => `insert into public.import_verdicts (import_id, row_number, outcome)
  select import_id, row_number, 'ready' from public.import_rows where row_number = ${rowNumber}`;

const importedRecordInsertSql = (sourceId: string, kind = "donation") =>
  `with import as (${importInsertSql(`${kind}s`)} returning id)
   insert into public.imported_records (kind, source, source_id, record_id, import_id)
   select '${kind}', 'matrix', '${sourceId}', id, id from import`;

const mailInsertSql = (template: string, testedSql = "null") =>
  `insert into public.email_outbox (template_name, to_email, tested) values ('${template}', 'a@example.org', ${testedSql})`;

const auditInsertSql = (table: string) =>
  `insert into public.audit_log (actor_name, action, table_name, row_id) values ('n', 'insert', '${table}', 'r')`;

/** A fixed id, because not everyone can look it up. */
const KNOWN_EVENT_ID = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c47";

/** A fixed id, because volunteers can't look it up. */
const KNOWN_SHIFT_ID = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c44";

/** A fixed id, because only administrators can look it up. */
const KNOWN_POST_ID = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c45";

/** A fixed id, because only administrators can look it up. */
const KNOWN_VOLUNTEER_ID = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c43";

const totalsTable = (
  table: string,
  columnsAndValues: string,
  column = "total_amount",
): TableRights => ({
  table: `public.${table}`,
  column,
  rows: async (tx) => {
    const [columns, values] = columnsAndValues.split(" = ");
    await tx.unsafe(`insert into public.${table} ${columns} values ${values}
      on conflict do nothing`);
    return { total: `${column} is not null` };
  },
  inserts: () => {
    const [columns, values] = columnsAndValues.split(" = ");
    return { more: `insert into public.${table} ${columns} values ${values}` };
  },
});

const singleRowTable = (
  table: string,
  columns: string,
  values: string,
  update: string,
): TableRights => ({
  table: `public.${table}`,
  column: columns,
  rows: async (tx) => {
    await tx.unsafe(`
      delete from public.${table};
      insert into public.${table} (${columns}) values (${values})`);
    return { only: "true" };
  },
  inserts: () => ({ another: `insert into public.${table} (${columns}) values (${values})` }),
  update,
});

const tableWithHiddenRows = (
  table: string,
  columns: string,
  flagColumn: string,
  values: string,
  update: string,
): TableRights => {
  const insert = (isShown: boolean) =>
    `insert into public.${table} (${columns}, ${flagColumn}) values (${values}, ${isShown})`;
  return {
    table: `public.${table}`,
    rows: (tx) => insertShownAndHidden(tx, insert),
    inserts: () => ({ more: insert(true) }),
    update,
  };
};

const adminTable = (
  table: string,
  columns: string,
  values: string,
  update: string,
): TableRights => {
  const insert = `insert into public.${table} (${columns}) values (${values})`;
  return {
    table: `public.${table}`,
    rows: async (tx) => ({ one: await insertRow(tx, insert) }),
    inserts: () => ({ more: insert }),
    update,
  };
};

/** Earlier versions of a record, which only a trigger writes. */
const versionsTable = (
  table: string,
  recordColumn: string,
  { record, change, more }: Readonly<Record<"record" | "change" | "more", string>>,
): TableRights => ({
  table: `public.${table}`,
  rows: async (tx) => {
    const condition = await insertRow(tx, record);
    await tx.unsafe(`${change} where ${condition}`);
    return { earlier: condition.replace("id", recordColumn) };
  },
  inserts: () => ({ more }),
});

const ownAndOthersRows = (insertFor: (personId: string) => string, column = "id") => {
  return async (tx: Transaction, people: People) => ({
    own: await insertRow(tx, insertFor(people.owner.id), column),
    foreign: await insertRow(tx, insertFor(people.stranger.id), column),
  });
};

const calendarFeedInsertSql = (personId: string) =>
  `insert into public.calendar_feeds (volunteer_id, token_hash)
   values ('${personId}', encode(sha256('${personId}'), 'hex'))`;

const emailChangeInsertSql = (personId: string) =>
  `insert into public.email_changes (account_id, email) values ('${personId}', 'new@example.org')`;

export const matrix: readonly TableRights[] = [
  singleRowTable(
    "contact_info",
    "organization_name, tax_id, address, phone, email",
    "'Org', '00-1', 'Street', '555', 'org@example.org'",
    "phone = '556'",
  ),
  singleRowTable("hero_section", "headline, core_message", "'Hello', 'World'", "headline = 'Hi'"),
  singleRowTable("impact_stats", "packages_delivered", "7", "packages_delivered = 8"),
  {
    table: "public.settings",
    column: "time_zone",
    rows: () => Promise.resolve({ only: "time_zone is not null" }),
    inserts: () => ({ another: "insert into public.settings (time_zone) values ('UTC')" }),
    update: "x_url = null",
  },
  {
    table: "public.legal_content",
    column: "key",
    rows: async (tx) => {
      await tx`delete from public.legal_content`;
      return {
        only: await insertRow(
          tx,
          "insert into public.legal_content (key, content) values ('privacy_policy', '')",
          "key",
        ),
      };
    },
    inserts: () => ({
      another: "insert into public.legal_content (key, content) values ('terms_policy', '')",
    }),
    update: "content = 'new'",
  },
  {
    table: "public.section_content",
    column: "section",
    rows: async (tx) => ({
      only: await insertRow(
        tx,
        "insert into public.section_content (section, header) values ('matrix', 'H')",
        "section",
      ),
    }),
    inserts: () => ({
      another: "insert into public.section_content (section, header) values ('more', 'H')",
    }),
    update: "header = 'New'",
  },
  {
    table: "public.about_header",
    rows: async (tx) => {
      await tx`delete from public.section_content where section = 'about'`;
      return {
        only: await insertRow(
          tx,
          "insert into public.section_content (section, header) values ('about', 'H')",
        ),
      };
    },
    inserts: () => ({
      another: "insert into public.about_header (section, header) values ('more', 'H')",
    }),
    // Column grants, not row policies, limit the view to the role that the functions use for administrators.
    rights: {
      select: {
        admin: "only",
        givingAdmin: "only",
        volunteersAdmin: "only",
        contentAdmin: "only",
        settingsAdmin: "only",
        adminWithoutArea: "only",
        changedAdmin: "only",
        expiredAdmin: "only",
        loggedOutAdmin: "only",
        unconfirmedAdmin: "only",
        mailedAdmin: "only",
      },
    },
  },
  {
    table: "public.care_package_goals",
    column: "monthly_goal",
    rows: async (tx) => {
      await tx.unsafe(`
        delete from public.care_package_goals;
        insert into public.care_package_goals (monthly_goal, is_active) values (9, true), (7, false)`);
      return { shown: "monthly_goal = 9", hidden: "monthly_goal = 7" };
    },
    inserts: () => ({
      more: "insert into public.care_package_goals (monthly_goal, is_active) values (8, false)",
    }),
    update: "monthly_goal = 10",
  },
  tableWithHiddenRows("about_items", "title, description", "is_active", "'T', 'D'", "title = 'U'"),
  tableWithHiddenRows(
    "children_letters",
    "text, writer",
    "is_active",
    "'T', 'Ava, 7'",
    "text = 'U'",
  ),
  tableWithHiddenRows("team_members", "name, role", "is_active", "'N', 'R'", "role = 'U'"),
  {
    ...tableWithHiddenRows(
      "blog_posts",
      "title, content",
      "is_published",
      "'T', 'C'",
      "title = 'U'",
    ),
    rows: async (tx) => ({
      ...(await insertShownAndHidden(tx, postInsertSql)),
      coming: await insertRow(tx, postInsertSql(true, "now() + interval '1 second'")),
    }),
  },
  versionsTable("blog_post_versions", "post_id", {
    record: postInsertSql(true),
    change: "update public.blog_posts set title = 'U'",
    more: `insert into public.blog_post_versions
      (post_id, version, title, content, is_published, tags, saved_by, saved_at)
      select id, 99, 'T', 'C', true, '[]', 'X', now() from public.blog_posts limit 1`,
  }),
  versionsTable("email_template_versions", "template_id", {
    record: `insert into public.email_templates (name, subject, html_content)
      values (gen_random_uuid(), 'S', '<p>Hello you</p>')`,
    change: "update public.email_templates set subject = 'T'",
    more: `insert into public.email_template_versions
      (template_id, version, name, subject, html_content, saved_by, saved_at)
      select id, 99, 'N', 'S', '<p>Hello you</p>', 'X', now() from public.email_templates limit 1`,
  }),
  versionsTable("legal_content_versions", "content_id", {
    record: `insert into public.legal_content (key, content) values ('terms_policy', 'T')
      on conflict (key) do update set content = 'T'`,
    change: "update public.legal_content set content = 'U'",
    more: `insert into public.legal_content_versions (content_id, version, content, saved_by, saved_at)
      select id, 99, 'C', 'X', now() from public.legal_content limit 1`,
  }),
  adminTable("blog_post_drafts", "session, title", "'S', 'T'", "title = 'U'"),
  {
    table: "public.preview_links",
    rows: async (tx) => {
      await tx`
        insert into public.blog_posts (id, title, content) values (${KNOWN_POST_ID}, 'T', 'C')`;
      const insert = `with draft as (insert into public.blog_post_drafts (session) values ('S') returning id)
        insert into public.preview_links (draft_id) select id from draft`;
      return { one: await insertRow(tx, insert) };
    },
    inserts: () => ({
      more: `insert into public.preview_links (post_id) values ('${KNOWN_POST_ID}')`,
    }),
    update: "post_id = null",
  },
  tableWithHiddenRows(
    "events",
    "event_type, date, start_time, end_time, address",
    "is_active",
    "'Fundraiser', private.today() + 9, '10:00', '11:00', 'Hall'",
    "address = 'Barn'",
  ),
  tableWithHiddenRows(
    "financial_reports",
    "description, filename, file_url",
    "published",
    "'D', 'f.pdf', '/reports/7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11.pdf'",
    "description = 'E'",
  ),
  tableWithHiddenRows(
    "testimonials",
    "name, title, content",
    "is_active",
    "'N', 'T', 'C'",
    "title = 'U'",
  ),
  {
    ...tableWithHiddenRows("locations", "name, address", "is_active", "'N', 'A'", "name = 'M'"),
    column: "name, military_branch, city, state",
    rows: async (tx) => ({
      ...(await insertShownAndHidden(
        tx,
        (isShown) =>
          `insert into public.locations (name, address, is_active) values ('N', 'A', ${isShown})`,
      )),
      military: await insertRow(
        tx,
        "insert into public.locations (name, address, state) values ('N', 'A', 'AE')",
      ),
    }),
  },
  adminTable(
    "package_deliveries",
    "delivered_on, military_branch, program, city, state, packages",
    "current_date, 'Army', 'Veterans', 'Waco', 'TX', 3",
    "packages = 4",
  ),
  {
    table: "public.volunteer_highlights",
    rows: async (tx, { owner, stranger }) => {
      const insert = (personId: string, isShown: boolean) =>
        `insert into public.volunteer_highlights (volunteer_id, title, message, is_published)
         values ('${personId}', 'T', 'M', ${isShown})`;
      return {
        own: await insertRow(tx, insert(owner.id, false)),
        shown: await insertRow(tx, insert(stranger.id, true)),
        foreign: await insertRow(tx, insert(stranger.id, false)),
      };
    },
    inserts: (selfId, strangerId) => ({
      self: `insert into public.volunteer_highlights (volunteer_id, title, message)
        values ('${selfId}', 'T', 'M')`,
      foreign: `insert into public.volunteer_highlights (volunteer_id, title, message)
        values ('${strangerId}', 'T', 'M')`,
    }),
    update: "title = 'U'",
  },
  {
    table: "public.volunteer_shifts",
    rows: async (tx) => {
      await tx.unsafe(`${eventInsertSql("matrix shift")}; ${eventInsertSql("matrix shift two")};
        update public.events set id = '${KNOWN_EVENT_ID}' where address = 'matrix shift two'`);
      return { one: await insertRow(tx, shiftInsertSql("matrix shift")) };
    },
    inserts: () => ({
      more: `insert into public.volunteer_shifts (event_id, title, max_volunteers)
        values ('${KNOWN_EVENT_ID}', 'Packing', 50)`,
    }),
    update: "title = 'U'",
  },
  {
    table: "public.volunteer_event_registrations",
    rows: async (tx, people) => {
      await tx.unsafe(`${eventInsertSql("matrix one")}; ${eventInsertSql("matrix two")};
        update public.events set id = '${KNOWN_EVENT_ID}' where address = 'matrix two'`);
      return ownAndOthersRows(
        (personId) => `insert into public.volunteer_event_registrations (volunteer_id, event_id)
          select '${personId}', id from public.events where address = 'matrix one'`,
      )(tx, people);
    },
    inserts: (selfId, strangerId) => ({
      self: `insert into public.volunteer_event_registrations (volunteer_id, event_id)
        values ('${selfId}', '${KNOWN_EVENT_ID}')`,
      foreign: `insert into public.volunteer_event_registrations (volunteer_id, event_id)
        values ('${strangerId}', '${KNOWN_EVENT_ID}')`,
    }),
    update: "attendance = 'absent'",
  },
  {
    table: "public.shift_waitlist",
    rows: async (tx, people) => {
      await tx.unsafe(`${eventInsertSql("matrix three")}; ${eventInsertSql("matrix four")}`);
      await tx.unsafe(`${shiftInsertSql("matrix three")}; ${shiftInsertSql("matrix four")};
        update public.volunteer_shifts set id = '${KNOWN_SHIFT_ID}' where location = 'matrix four'`);
      return ownAndOthersRows(
        (personId) => `insert into public.shift_waitlist (shift_id, volunteer_id)
          select id, '${personId}' from public.volunteer_shifts where location = 'matrix three'`,
      )(tx, people);
    },
    inserts: (selfId, strangerId) => ({
      self: `insert into public.shift_waitlist (shift_id, volunteer_id)
        values ('${KNOWN_SHIFT_ID}', '${selfId}')`,
      foreign: `insert into public.shift_waitlist (shift_id, volunteer_id)
        values ('${KNOWN_SHIFT_ID}', '${strangerId}')`,
    }),
  },
  {
    table: "public.volunteer_applications",
    rows: async (tx, { owner, applicant, stranger }) => {
      const insert = (personId: string) =>
        `insert into public.volunteer_applications (user_id, first_name, last_name, email, availability)
         values ('${personId}', 'A', 'B', '${personId}@example.org', 'flexible')`;
      return {
        own: await insertRow(tx, insert(owner.id)),
        applied: await insertRow(tx, insert(applicant.id)),
        foreign: await insertRow(tx, insert(stranger.id)),
      };
    },
    inserts: (selfId) => ({
      self: `insert into public.volunteer_applications (user_id, first_name, last_name, email, availability)
        values ('${selfId}', 'A', 'B', 'new@example.org', 'flexible')`,
    }),
    update: "status = 'approved', reviewed_at = now()",
  },
  {
    table: "public.volunteer_accounts",
    rows: (_tx, { owner, disabled, stranger }) =>
      Promise.resolve({
        own: `id = '${owner.id}'`,
        disabled: `id = '${disabled.id}'`,
        foreign: `id = '${stranger.id}'`,
      }),
    inserts: () => ({
      more: `insert into public.volunteer_accounts (id, email, first_name, last_name)
        values (gen_random_uuid(), 'x@example.org', 'X', 'Y')`,
    }),
    update: "is_active = true",
  },
  {
    table: "public.volunteers",
    rows: async (tx, people) => ({
      ...(await ownAndOthersRows(
        (personId) => `insert into public.volunteers (account_id, name, email)
          values ('${personId}', 'V', '${personId}@example.org')`,
      )(tx, people)),
      merged: await insertRow(
        tx,
        `insert into public.volunteers (name, email, merged_into_id)
         select 'V', 'merged@example.org', id from public.volunteers where account_id = '${people.owner.id}'`,
      ),
    }),
    inserts: () => ({
      more: "insert into public.volunteers (name, email) values ('X', 'x@example.org')",
    }),
    update: "is_active = false",
  },
  {
    table: "public.users",
    rows: async (tx, { owner, admin }) => {
      await tx`insert into public.users (id, username) values (${owner.id}, 'matrix-owner')`;
      return { own: `id = '${owner.id}'`, foreign: `id = '${admin.id}'` };
    },
    inserts: (selfId) => ({
      self: `insert into public.users (id, username, user_type) values ('${selfId}', 'me', 'admin')`,
    }),
    update: "user_type = 'admin'",
  },
  {
    table: "public.donations",
    rows: async (tx) => ({ one: await insertRow(tx, donationInsertSql("pi_matrix")) }),
    inserts: () => ({ more: donationInsertSql("pi_more") }),
    update: "status = 'completed'",
  },
  {
    table: "public.refund_requests",
    column: "amount",
    rows: async (tx) => {
      const donationId = await insertRow(tx, donationInsertSql("pi_requested"));
      return {
        request: await insertRow(
          tx,
          `insert into public.refund_requests (id, donation_id, amount, requested_by)
           select gen_random_uuid(), id, 1, gen_random_uuid() from public.donations where ${donationId}`,
        ),
      };
    },
    inserts: () => ({
      more: `insert into public.refund_requests (id, donation_id, amount, requested_by)
        select gen_random_uuid(), id, 1, gen_random_uuid() from public.donations limit 1`,
    }),
  },
  {
    table: "public.donation_adjustments",
    rows: async (tx) => {
      await tx.unsafe(donationInsertSql("pi_adjusted"));
      return {
        one: await insertRow(
          tx,
          `insert into public.donation_adjustments (donation_id, kind, amount, status)
           select id, 'refund', 1, 'pending' from public.donations
           where stripe_payment_intent_id = 'pi_adjusted'`,
        ),
      };
    },
    inserts: () => ({
      more: `insert into public.donation_adjustments (donation_id, kind, amount, status)
        values (gen_random_uuid(), 'refund', 1, 'succeeded')`,
    }),
    update: "status = 'succeeded'",
  },
  {
    table: "public.donors",
    rows: async (tx) => ({
      one: await insertRow(tx, "insert into public.donors (email) values ('one@example.org')"),
      merged: await insertRow(
        tx,
        `insert into public.donors (email, merged_into_id)
         select 'merged@example.org', id from public.donors where email = 'one@example.org'`,
      ),
    }),
    inserts: () => ({ more: "insert into public.donors (email) values ('more@example.org')" }),
    update: "notes = 'Prefers a call.'",
  },
  {
    table: "public.donor_emails",
    column: "email_key",
    rows: async (tx) => {
      await tx`insert into public.donors (email) values ('one@example.org')`;
      return {
        one: await insertRow(
          tx,
          `insert into public.donor_emails (email_key, donor_id)
           select email, id from public.donors where email = 'one@example.org'`,
          "email_key",
        ),
      };
    },
    inserts: () => ({
      more: `insert into public.donor_emails (email_key, donor_id)
        select 'more@example.org', id from public.donors limit 1`,
    }),
    update: "created_at = now()",
  },
  {
    table: "public.donor_merges",
    rows: async (tx) => ({ one: await insertRow(tx, donorMergeInsertSql("merged")) }),
    inserts: () => ({ more: donorMergeInsertSql("more") }),
    update: "undone_by = null",
  },
  {
    table: "public.merge_moves",
    column: "row_key",
    rows: async (tx) => ({ one: await insertRow(tx, mergeMoveInsertSql("one"), "row_key") }),
    inserts: () => ({ more: mergeMoveInsertSql("more") }),
  },
  {
    table: "public.dismissed_duplicates",
    rows: async (tx) => {
      await tx.unsafe(`insert into public.donors (id, email) values
        ('${KNOWN_DONOR_IDS[0]}', null), ('${KNOWN_DONOR_IDS[1]}', null), ('${KNOWN_DONOR_IDS[2]}', null)`);
      return { one: await insertRow(tx, dismissalInsertSql(KNOWN_DONOR_IDS[1])) };
    },
    inserts: () => ({ more: dismissalInsertSql(KNOWN_DONOR_IDS[2]) }),
    update: "created_at = now()",
  },
  {
    table: "public.volunteer_merges",
    rows: async (tx) => ({ one: await insertRow(tx, volunteerMergeInsertSql("merged")) }),
    inserts: () => ({ more: volunteerMergeInsertSql("more") }),
    update: "undone_by = null",
  },
  {
    table: "public.dismissed_volunteer_duplicates",
    rows: async (tx) => {
      await tx.unsafe(`insert into public.volunteers (id, name, email) values
        ('${KNOWN_DONOR_IDS[0]}', 'V', '1@example.org'), ('${KNOWN_DONOR_IDS[1]}', 'V', '2@example.org'),
        ('${KNOWN_DONOR_IDS[2]}', 'V', '3@example.org')`);
      return { one: await insertRow(tx, volunteerDismissalInsertSql(KNOWN_DONOR_IDS[1])) };
    },
    inserts: () => ({ more: volunteerDismissalInsertSql(KNOWN_DONOR_IDS[2]) }),
    update: "created_at = now()",
  },
  {
    table: "public.volunteer_qualifications",
    rows: async (tx) => {
      await tx`
        insert into public.volunteers (id, name, email)
        values (${KNOWN_VOLUNTEER_ID}, 'V', 'qualified@example.org')`;
      const insert = `insert into public.volunteer_qualifications (volunteer_id, kind, completed_on)
        values ('${KNOWN_VOLUNTEER_ID}', 'waiver', '2026-11-03')`;
      return { one: await insertRow(tx, insert) };
    },
    inserts: () => ({
      more: `insert into public.volunteer_qualifications (volunteer_id, kind, completed_on)
        values ('${KNOWN_VOLUNTEER_ID}', 'training', '2026-11-03')`,
    }),
    update: "expires_on = '2027-11-03'",
  },
  adminTable(
    "donor_tasks",
    "donor_id, text, due_on",
    `'${SEEDED_DONOR_ID}', 'Call', '2026-11-03'`,
    "is_done = true",
  ),
  {
    table: "public.former_donor_details",
    column: "value",
    rows: async (tx) => ({ one: await insertRow(tx, formerDetailInsertSql) }),
    inserts: () => ({ more: formerDetailInsertSql }),
    update: "value = 'other'",
  },
  adminTable("deposits", "deposited_on, slip_total", "'2026-11-03', 50", "slip_total = 60"),
  {
    table: "public.noncash_donations",
    rows: async (tx) => ({ one: await insertRow(tx, noncashInsertSql) }),
    inserts: () => ({ more: noncashInsertSql }),
    update: "note = 'Thanked by phone.'",
  },
  {
    table: "public.imports",
    rows: async (tx) => ({
      giving: await insertRow(tx, importInsertSql()),
      volunteers: await insertRow(tx, importInsertSql("volunteers")),
    }),
    inserts: () => ({ more: importInsertSql() }),
    update: "state = 'discarded'",
  },
  {
    table: "public.import_rows",
    column: "row_number",
    rows: async (tx) => ({
      giving: await insertRow(tx, importRowInsertSql(99_999), "row_number"),
      volunteers: await insertRow(tx, importRowInsertSql(99_998, "volunteers"), "row_number"),
    }),
    inserts: () => ({ more: importRowInsertSql(100_000) }),
    update: "fields = '{}'",
  },
  {
    table: "public.import_verdicts",
    column: "row_number",
    rows: async (tx) => {
      await tx.unsafe(importRowInsertSql(99_999));
      await tx.unsafe(importRowInsertSql(99_998, "volunteers"));
      return {
        giving: await insertRow(tx, verdictInsertSql(99_999), "row_number"),
        volunteers: await insertRow(tx, verdictInsertSql(99_998), "row_number"),
      };
    },
    inserts: () => ({ more: verdictInsertSql(99_999) }),
    update: "outcome = 'problem'",
  },
  {
    table: "public.imported_records",
    column: "source_id",
    rows: async (tx) => ({
      giving: await insertRow(tx, importedRecordInsertSql("one"), "source_id"),
      volunteers: await insertRow(tx, importedRecordInsertSql("two", "volunteer"), "source_id"),
    }),
    inserts: () => ({ more: importedRecordInsertSql("more") }),
  },
  {
    table: "public.archives",
    rows: async (tx) => ({
      one: await insertRow(tx, "insert into public.archives (created_by) values ('admin')"),
    }),
    inserts: () => ({ more: "insert into public.archives (created_by) values ('me')" }),
  },
  {
    table: "public.privacy_settings",
    column: "ledger_years",
    rows: () => Promise.resolve({ only: "ledger_years is not null" }),
    inserts: () => ({ another: "insert into public.privacy_settings (ledger_years) values (8)" }),
    update: "ledger_years = 9",
  },
  {
    table: "public.erasures",
    column: "requested_by",
    rows: async (tx) => ({
      one: await insertRow(
        tx,
        "insert into public.erasures (requested_by, records) values ('admin', '[]')",
        "requested_by",
      ),
    }),
    inserts: () => ({
      more: "insert into public.erasures (requested_by, records) values ('me', '[]')",
    }),
    update: "finished_at = now()",
  },
  {
    table: "public.tributes",
    column: "recipient_name",
    rows: async (tx) => {
      const donation = await insertRow(tx, donationInsertSql("pi_tribute"));
      return {
        one: await insertRow(
          tx,
          `insert into public.tributes (donation_id, recipient_name, recipient_email, send_on)
           select id, 'Ruth', 'ruth@example.org', private.today() from public.donations where ${donation}`,
        ),
      };
    },
    inserts: () => ({
      more: `insert into public.tributes (donation_id, recipient_name, recipient_email, send_on)
        values (gen_random_uuid(), 'Ruth', 'ruth@example.org', '2026-01-01')`,
    }),
    update: "status = 'waiting'",
  },
  {
    table: "public.card_opt_outs",
    column: "mailbox",
    rows: async (tx) => ({
      one: await insertRow(
        tx,
        "insert into public.card_opt_outs (mailbox) values ('one@example.org')",
        "mailbox",
      ),
    }),
    inserts: () => ({
      more: "insert into public.card_opt_outs (mailbox) values ('more@example.org')",
    }),
    update: "created_at = now()",
  },
  {
    table: "public.subscriptions",
    rows: async (tx) => ({
      one: await insertRow(
        tx,
        `insert into public.subscriptions (first_name, last_name, email, amount)
         values ('A', 'B', 'a@example.org', 5)`,
      ),
    }),
    inserts: () => ({
      more: `insert into public.subscriptions (first_name, last_name, email, amount)
        values ('A', 'B', 'a@example.org', 5)`,
    }),
    update: "status = 'active'",
  },
  {
    table: "public.receipt_counters",
    column: "year",
    rows: async (tx) => ({
      one: await insertRow(
        tx,
        `insert into public.receipt_counters (year, last_number) values (1999, 1)`,
        "year",
      ),
    }),
    inserts: () => ({
      more: `insert into public.receipt_counters (year, last_number) values (1998, 1)`,
    }),
    update: "last_number = 5",
  },
  totalsTable("donation_site_totals", "(is_demo) = (true)"),
  totalsTable("donation_month_totals", "(is_demo, month) = (true, '2001-01-01')"),
  totalsTable("donation_day_totals", "(is_demo, day) = (true, '2001-01-01')"),
  totalsTable(
    "donor_totals",
    "(is_demo, id, first_name, last_name, email, total_amount, donation_count, is_recurring, first_donation_at, last_donation_at, last_donation_id) = (true, gen_random_uuid(), 'A', 'B', 'a', 1, 1, false, now(), now(), gen_random_uuid())",
  ),
  totalsTable(
    "donors_without_donations",
    "(is_demo, id, first_name, last_name, created_at) = (true, gen_random_uuid(), 'A', 'B', now())",
    "last_name",
  ),
  tableWithHiddenRows(
    "email_templates",
    "name, subject, html_content",
    "is_active",
    "gen_random_uuid(), 'S', '<p>Hello you</p>'",
    "subject = 'T'",
  ),
  {
    table: "public.email_outbox",
    rows: async (tx) => ({
      giving: await insertRow(tx, mailInsertSql("Donation Confirmation")),
      volunteers: await insertRow(tx, mailInsertSql("Event Reminder")),
      settings: await insertRow(tx, mailInsertSql("Donation Confirmation", "'{}'")),
      owner: await insertRow(tx, mailInsertSql("Failed Logins")),
    }),
    inserts: () => ({ more: mailInsertSql("Donation Confirmation") }),
    update: "status = 'queued'",
  },
  {
    table: "public.audit_log",
    rows: async (tx) => ({
      giving: await insertRow(tx, auditInsertSql("donors")),
      volunteers: await insertRow(tx, auditInsertSql("volunteers")),
      content: await insertRow(tx, auditInsertSql("blog_posts")),
      settings: await insertRow(tx, auditInsertSql("settings")),
      owner: await insertRow(tx, auditInsertSql("users")),
    }),
    inserts: () => ({ more: auditInsertSql("donors") }),
    update: "actor_name = 'nobody'",
  },
  {
    table: "public.rate_limits",
    column: "bucket",
    rows: async (tx) => {
      await tx`select * from private.count_rate_limit_hit('matrix', 'hash', 1, '1 hour')`;
      return { one: "bucket = 'matrix'" };
    },
    inserts: () => ({
      more: `insert into public.rate_limits (bucket, subject_hash, window_ends_at)
        values ('m', 'h', now())`,
    }),
  },
  {
    table: "public.idempotency_keys",
    column: "key",
    rows: async (tx) => {
      await tx`select private.claim_idempotency_key('matrix', 'matrix-key', '{hash}')`;
      return { one: "key = 'matrix-key'" };
    },
    inserts: () => ({
      more: `insert into public.idempotency_keys (user_id, operation, key, request_hash)
        values (gen_random_uuid(), 'm', 'k', 'h')`,
    }),
  },
  {
    table: "public.payment_attempts",
    column: "address_hash",
    rows: async (tx) => {
      await tx`select private.admit_payment_attempt(gen_random_uuid(), 'matrix', 'hash', 1, 1, '1 hour')`;
      return { one: "address_hash = 'matrix'" };
    },
    inserts: () => ({
      more: `insert into public.payment_attempts (attempt_id, address_hash, email_hash)
        values (gen_random_uuid(), 'm', 'h')`,
    }),
  },
  {
    table: "public.donor_links",
    rows: async (tx) => ({
      one: await insertRow(
        tx,
        `insert into public.donor_links (email_key, expires_at)
         values ('ann.lee@example.org', now() + interval '1 day')`,
      ),
    }),
    inserts: () => ({
      more: `insert into public.donor_links (email_key, expires_at)
        values ('ann.lee@example.org', now() + interval '1 day')`,
    }),
  },
  {
    table: "public.activation_links",
    rows: async (tx, people) => ({
      one: await insertRow(
        tx,
        `with application as (
           insert into public.volunteer_applications (first_name, last_name, email, availability, user_id)
           values ('Ann', 'Lee', 'ann.lee@example.org', 'weekends', '${people.owner.id}') returning id
         )
         insert into public.activation_links (application_id, expires_at)
         select id, now() + interval '7 days' from application`,
      ),
    }),
    inserts: () => ({
      more: `insert into public.activation_links (application_id, expires_at)
        select id, now() + interval '7 days' from public.volunteer_applications limit 1`,
    }),
  },
  {
    table: "public.admin_invitations",
    rows: async (tx) => ({
      one: await insertRow(
        tx,
        "insert into public.admin_invitations (email) values ('ann.lee@example.org')",
      ),
    }),
    inserts: () => ({
      more: "insert into public.admin_invitations (email) values ('more@example.org')",
    }),
  },
  {
    table: "public.email_changes",
    column: "account_id",
    rows: ownAndOthersRows(emailChangeInsertSql, "account_id"),
    inserts: (selfId, strangerId) => ({
      self: emailChangeInsertSql(selfId),
      foreign: emailChangeInsertSql(strangerId),
    }),
  },
  {
    table: "public.retention_rules",
    rows: async (tx) => {
      await tx`delete from public.retention_rules`;
      return {
        one: await insertRow(
          tx,
          "insert into public.retention_rules (name, keep_days) values ('email_texts', 30)",
        ),
      };
    },
    inserts: () => ({
      more: "insert into public.retention_rules (name, keep_days) values ('expired_links', 30)",
    }),
    update: "keep_days = 31",
  },
  {
    table: "public.calendar_feeds",
    column: "volunteer_id",
    rows: ownAndOthersRows(calendarFeedInsertSql, "volunteer_id"),
    inserts: (selfId, strangerId) => ({
      self: calendarFeedInsertSql(selfId),
      foreign: calendarFeedInsertSql(strangerId),
    }),
  },
  {
    table: "public.second_factor_recoveries",
    column: "user_id",
    rows: async (tx, people) => {
      await tx`
        insert into public.second_factor_recoveries (user_id, code_hashes)
        values (${people.admin.id}, array['hash'])`;
      return { one: `user_id = '${people.admin.id}'` };
    },
    inserts: (selfId) => ({
      more: `insert into public.second_factor_recoveries (user_id, code_hashes)
        values ('${selfId}', array['hash'])`,
    }),
  },
  {
    table: "public.stripe_events",
    rows: async (tx) => ({
      one: await insertRow(
        tx,
        `insert into public.stripe_events (id, type, livemode, created_at)
         values ('evt_matrix', 'x', false, now())`,
      ),
    }),
    inserts: () => ({
      more: `insert into public.stripe_events (id, type, livemode, created_at)
        values ('evt_more', 'x', false, now())`,
    }),
  },
  {
    table: "public.stripe_reconciliations",
    column: "is_demo",
    rows: async (tx) => {
      await tx`insert into public.stripe_reconciliations (is_demo) values (true)`;
      return { one: "is_demo" };
    },
    inserts: () => ({
      more: `insert into public.stripe_reconciliations (is_demo) values (false)`,
    }),
    update: "current_run = '{}'",
  },
  {
    table: "public.job_runs",
    column: "name",
    rows: async (tx) => ({
      one: await insertRow(tx, "insert into public.job_runs (name) values ('matrix')", "name"),
    }),
    inserts: () => ({ more: "insert into public.job_runs (name) values ('more')" }),
    update: "ran_at = now()",
  },
  {
    table: "public.health_alerts",
    column: "announcement_count",
    rows: () => Promise.resolve({ only: "only_row" }),
    inserts: () => ({ more: "insert into public.health_alerts default values" }),
    update: "announcement_count = announcement_count + 1",
  },
  {
    table: "public.mail_transport",
    column: "refusals",
    rows: () => Promise.resolve({ only: "only_row" }),
    inserts: () => ({ more: "insert into public.mail_transport default values" }),
    update: "refusals = refusals + 1",
  },
  {
    table: "public.restores",
    column: "backup_id",
    rows: async (tx) => ({
      one: await insertRow(
        tx,
        "insert into public.restores (backup_id, backup_taken_at) values (gen_random_uuid(), now())",
        "backup_id",
      ),
    }),
    inserts: () => ({
      more: "insert into public.restores (backup_id, backup_taken_at) values (gen_random_uuid(), now())",
    }),
    update: "restored_at = now()",
  },
  {
    table: "public.release_steps",
    column: "month",
    rows: async (tx) => ({
      one: await insertRow(
        tx,
        "insert into public.release_steps (month) values ('2001-01-01')",
        "month",
      ),
    }),
    inserts: () => ({ more: "insert into public.release_steps (month) values ('2001-02-01')" }),
    update: "is_released = true",
  },
  {
    table: "public.released_figures",
    column: "name",
    rows: async (tx) => {
      await tx`insert into public.release_steps (month) values ('2001-03-01')`;
      return {
        one: await insertRow(
          tx,
          `insert into public.released_figures (month, dimension, name, measure, recorded, counted, shown)
           values ('2001-03-01', 'region', 'matrix', 'packages', 20, 20, 20)`,
          "name",
        ),
      };
    },
    inserts: () => ({
      more: `insert into public.released_figures (month, dimension, name, measure, recorded, counted, shown)
        values ('2001-03-01', 'region', 'more', 'packages', 20, 20, 20)`,
    }),
    update: "shown = 40",
  },
  {
    table: "public.site_builds",
    column: "changes",
    rows: () => Promise.resolve({ only: "only_row" }),
    inserts: () => ({ more: "insert into public.site_builds default values" }),
    update: "changes = changes + 1",
  },
  {
    table: "storage.objects",
    column: "name",
    rows: async (tx) => {
      const insert = (bucket: string) =>
        `insert into storage.objects (bucket_id, name) values ('${bucket}', 'matrix.png')`;
      return {
        image: await insertRow(tx, insert("images")),
        upload: await insertRow(tx, insert("uploads")),
        report: await insertRow(tx, insert("reports")),
      };
    },
    inserts: () => ({
      image: "insert into storage.objects (bucket_id, name) values ('images', 'more.png')",
      upload: "insert into storage.objects (bucket_id, name) values ('uploads', 'more.png')",
      report: "insert into storage.objects (bucket_id, name) values ('reports', 'more.png')",
    }),
    update: "metadata = '{}'",
    rights: {},
  },
];
